Feature: Why a skill gives a tool, and what a change does
  Somebody who reads a catalog, or reviews a change of one, asks where a tool comes from, whom an edit
  reaches, and whether an agent can do more than before.

  Background:
    Given the file "before/base.yaml"
      """
      name: local/base
      tools:
        - {name: notify, timeout: 10}
        - {name: search, read_only: true}
      """
    And the file "before/git.yaml"
      """
      name: local/git
      includes: [local/base]
      tools: [push]
      """
    And the file "before/app.yaml"
      """
      name: local/app
      includes:
        - local/git
        - name: local/base
          overrides:
            notify: {timeout: 30}
      tools: [push]
      """

  Scenario: Each entry says who placed it and who set it
    When the catalog "before" is loaded
    Then the entries of "local/app" come from
      | tool   | placed by  | by the includes                      | set by     | by the includes of it   | overrides                    |
      | notify | local/base | local/app > local/git > local/base   | local/base | local/app > local/base  | base.yaml:3:5, app.yaml:6:15 |
      | search | local/base | local/app > local/git > local/base   | local/base | local/app > local/base  | base.yaml:4:5                |
      | push   | local/git  | local/app > local/git                | local/app  | local/app               |                              |

  Scenario: The ways to a tool, the shortest first, and which declaration wins
    When the catalog "before" is loaded
    Then "local/app" gets "notify" by
      | path                               | wins |
      | local/app > local/base             | yes  |
      | local/app > local/git > local/base | yes  |
    And "local/app" gets "push" by
      | path                  | wins |
      | local/app             | yes  |
      | local/app > local/git | no   |
    And "local/app" gets "format" by nothing

  Scenario: Whom an edit reaches
    When the catalog "before" is loaded
    Then an edit of "local/base" reaches "local/app, local/git"
    And an edit of "local/git" reaches "local/app"
    And an edit of "local/app" reaches ""

  Scenario: A change is told where it is made, with those who get it by includes
    Given the file "after/base.yaml"
      """
      # Keys in another order, and a comment, are no change.
      tools:
        - {timeout: 10, name: notify}
        - {name: search, read_only: true}
        - {name: delete, writes: true}
      name: local/base
      """
    And the file "after/tools/git.yaml"
      """
      name: local/git
      includes: [local/base]
      tools: [push]
      """
    And the file "after/app.yaml"
      """
      name: local/app
      includes:
        - local/git
        - name: local/base
          overrides:
            notify: {timeout: 30, human_approval_required: true}
      tools: [push]
      """
    When "before" is compared with "after"
    Then the changes are
      | effect   | skill      | thing  | what                                        | through              |
      | widened  | local/base | delete | added                                       | local/app, local/git |
      | narrowed | local/app  | notify | approval, overrides.human_approval_required |                      |
    When "before" is compared with "before"
    Then nothing has changed

  Scenario: A skill that can be resolved no more is told, and the others are compared
    Given the file "after/base.yaml"
      """
      name: local/base
      tools: [search]
      """
    And the file "after/git.yaml"
      """
      name: local/git
      includes: [local/app]
      """
    And the file "after/app.yaml"
      """
      name: local/app
      includes: [local/git, local/base]
      """
    When "before" is compared with "after"
    Then the changes are
      | effect   | skill      | thing     | what                         | through   |
      | widened  | local/git  | local/git | unresolved                   | local/app |
      | widened  | local/base | search    | access, overrides.read_only  |           |
      | narrowed | local/base | notify    | removed                      |           |
