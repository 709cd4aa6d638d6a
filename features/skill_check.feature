Feature: Check a catalog before an agent uses it
  Loading a catalog never fails for what its files contain. What is wrong is listed, each thing once,
  at its place, with the change to make; the skills that are fine can be used all the same.

  Rule: Skills that include each other in a circle are found in the whole catalog

    Scenario: Two skills, and what to cut
      Given the file "a.yaml"
        """
        name: local/a
        includes: [local/b]
        """
      And the file "b.yaml"
        """
        name: local/b
        tools: [plan]
        includes:
          - local/a
        """
      When the catalog is loaded
      Then the findings are
        | place       | severity | code  | name          | skill   | message                                                         | hint                                                                  | also                    |
        | a.yaml:2:12 | error    | SK203 | include-cycle | local/a | Cycle detected in skill includes: local/a -> local/b -> local/a | cut local/b -> local/a: that alone frees both (a suggestion) | a.yaml:2:12, b.yaml:4:5 |
      And the cycles found are
        | path                          | members          | cut                |
        | local/a -> local/b -> local/a | local/a, local/b | local/b -> local/a |
      Given the file "b.yaml"
        """
        name: local/b
        tools: [plan]
        """
      When the catalog is loaded
      Then there are no findings

    Scenario: A skill that includes itself
      Given the file "a.yaml"
        """
        name: local/a
        includes: [local/base, local/a]
        ---
        name: local/base
        """
      When the catalog is loaded
      Then the findings are
        | place       | code  | message                                              | hint                                                 |
        | a.yaml:2:24 | SK203 | Cycle detected in skill includes: local/a -> local/a | cut local/a -> local/a: that frees it (a suggestion) |
      And the cycles found are
        | path               | members | cut                |
        | local/a -> local/a | local/a | local/a -> local/a |

    Scenario: What leads to a circle, and what it leads to, is not in it
      Given the file "all.yaml"
        """
        name: local/app
        includes: [local/c]
        ---
        name: local/b
        includes: [local/base, local/c]
        ---
        name: local/c
        includes: [local/d]
        ---
        name: local/d
        includes: [local/b]
        ---
        name: local/base
        """
      When the catalog is loaded
      Then the cycles found are
        | path                                     | members                   | cut                |
        | local/b -> local/c -> local/d -> local/b | local/b, local/c, local/d | local/d -> local/b |

    Scenario: Circles that share a skill are one knot, circles that do not are two
      Given the file "knot.yaml"
        """
        name: local/hub
        includes: [local/left, local/right]
        ---
        name: local/left
        includes: [local/hub]
        ---
        name: local/right
        includes: [local/hub]
        """
      And the file "detached.yaml"
        """
        name: other/x
        includes: [other/y]
        ---
        name: other/y
        includes: [other/x]
        ---
        name: local/fine
        """
      When the catalog is loaded
      Then the cycles found are
        | path                                 | members                            | cut                                               |
        | other/x -> other/y -> other/x        | other/x, other/y                   | other/y -> other/x                                |
        | local/hub -> local/left -> local/hub | local/hub, local/left, local/right | local/left -> local/hub, local/right -> local/hub |

    Scenario: One cut that unties a whole knot is found
      Given the file "knot.yaml"
        """
        name: local/a
        includes: [local/b, local/c]
        ---
        name: local/b
        includes: [local/d]
        ---
        name: local/c
        includes: [local/d]
        ---
        name: local/d
        includes: [local/a]
        """
      When the catalog is loaded
      Then the cycles found are
        | path                                     | members                            | cut                |
        | local/a -> local/b -> local/d -> local/a | local/a, local/b, local/c, local/d | local/d -> local/a |

    Scenario: A diamond is no circle
      Given the file "all.yaml"
        """
        name: local/app
        includes: [local/left, local/right]
        ---
        name: local/left
        includes: [local/base]
        ---
        name: local/right
        includes: [local/base, local/base]
        ---
        name: local/base
        """
      When the catalog is loaded
      Then the findings are
        | place         | code  | name              | skill       |
        | all.yaml:8:24 | SK310 | duplicate-include | local/right |

  Rule: Every include names one skill

    Scenario: An include of a skill that does not exist
      Given the file "app.yaml"
        """
        name: local/app
        includes:
          - local/base
          - {name: local/serach, description: Find things}
        """
      And the file "base.yaml"
        """
        name: local/base
        ---
        name: local/search
        """
      When the catalog is loaded
      Then the findings are
        | place         | severity | code  | name            | skill     | message                                               | hint                         |
        | app.yaml:4:12 | error    | SK201 | unknown-include | local/app | `local/app` includes the unknown skill `local/serach` | did you mean `local/search`? |

    Scenario: An include of a skill whose file is broken is not reported as unknown as well
      Given the file "app.yaml"
        """
        name: local/app
        includes: [local/bad]
        """
      And the file "bad.yaml"
        """
        name: local/bad
        tools: [plan
        """
      When the catalog is loaded
      Then the broken skills are
        | skill     | codes |
        | local/bad | SK010 |
      And the findings are
        | place        | code  | skill     |
        | bad.yaml:2:8 | SK010 | local/bad |

    Scenario: A name that is defined twice is not used at all, and both places are shown
      Given the file "one.yaml"
        """
        name: local/twin
        tools: [plan]
        """
      And the file "two.yaml"
        """
        # The other one.
        name: local/twin
        tools: [search]
        """
      When the catalog is loaded
      Then the catalog holds
        """
        []
        """
      And the broken skills are
        | skill      | codes |
        | local/twin | SK120 |
      And the findings are
        | place        | severity | code  | name            | skill      | message                                 | also         |
        | two.yaml:2:7 | error    | SK120 | duplicate-skill | local/twin | the skill `local/twin` is defined twice | one.yaml:1:7 |

    Scenario: Names that differ only in case are told apart, with a warning
      Given the file "all.yaml"
        """
        name: local/deploy
        ---
        name: local/Deploy
        """
      When the catalog is loaded
      Then the catalog holds
        """
        [local/Deploy, local/deploy]
        """
      And the findings are
        | place        | severity | code  | name                 | message                                               | also         |
        | all.yaml:1:7 | warning  | SK301 | names-differ-by-case | `local/deploy` and `local/Deploy` differ only in case | all.yaml:3:7 |

  Rule: An override that reaches nothing is an error, and says how to write it so that it does

    Scenario Outline: A skill's own overrides reach its own references only
      Given the file "app.yaml"
        """
        name: local/app
        tools: [deploy]
        builtins: [git_operations]
        inline_tools: [{name: greet}]
        mcp_servers: [{name: tracker, command: tracker-mcp, tools: [create]}]
        includes: [local/base]
        overrides:
          deploy: {region: north}
          builtin/git_log: {max_count: 20}
          "<tool>": {limit: 1}
        """
      And the file "base.yaml"
        """
        name: local/base
        includes: [local/deeper]
        ---
        name: local/deeper
        tools: [notify]
        """
      When the catalog is loaded
      Then the findings are
        | place         | severity | code  | name                    | skill     | message                                                                   | hint   |
        | app.yaml:10:3 | error    | SK231 | override-without-effect | local/app | the override of `<tool>` reaches none of this skill's own tool references | <hint> |

      Examples:
        | tool               | hint                                                    |
        | notify             | write it under `overrides:` of the include `local/base` |
        | mcp:tracker/create | write it under `overrides:` of the server `tracker`     |
        | local/app/greet    | write it in the inline tool itself                      |
        | delpoy             | did you mean `deploy`?                                  |
        | zebra              |                                                         |

    Scenario: An approval that is not in force is called by its name
      Given the file "app.yaml"
        """
        name: local/app
        overrides:
          wipe: {capability: {human_approval_required: true}}
        """
      When the catalog is loaded
      Then the findings are
        | place        | code  | message                                                                                                  |
        | app.yaml:3:3 | SK231 | the override of `wipe` reaches none of this skill's own tool references, so the approval is not required |

    Scenario: An include's overrides reach what comes with it, and an MCP server's its own tools
      Given the file "app.yaml"
        """
        name: local/app
        includes:
          - name: local/base
            overrides:
              notify: {limit: 1}
              notfy: {limit: 1}
          - name: local/other
            tool_overrides:
              - tool: local/other/greet
                override: {limit: 1}
              - tool: plan
                override: {limit: 1}
        mcp_servers:
          - name: tracker
            command: tracker-mcp
            tools: [search]
            overrides:
              search: {limit: 1}
              serach: {limit: 1}
        tools: [plan]
        """
      And the file "base.yaml"
        """
        name: local/base
        tools: [notify]
        ---
        name: local/other
        inline_tools: [{name: greet}]
        """
      When the catalog is loaded
      Then the findings are
        | place          | code  | message                                                          | hint                                     |
        | app.yaml:6:7   | SK231 | the override of `notfy` reaches no tool of `local/base`          | did you mean `notify`?                   |
        | app.yaml:11:15 | SK231 | the override of `plan` reaches no tool of `local/other`          | write it where this skill lists the tool |
        | app.yaml:19:7  | SK231 | the override of `serach` reaches no tool of the server `tracker` | did you mean `search`?                   |

    Scenario: An include's override of a tool that is then replaced is not in force
      Given the file "app.yaml"
        """
        name: local/app
        includes:
          - name: local/base
            overrides:
              deploy: {human_approval_required: true}
              search: {human_approval_required: true}
          - local/other
        tools: [search]
        """
      And the file "base.yaml"
        """
        name: local/base
        tools: [deploy, search]
        ---
        name: local/other
        tools: [deploy]
        """
      When the catalog is loaded
      Then the findings are
        | place        | code  | skill     | message                                                                                                                           | hint                                                     |
        | app.yaml:5:7 | SK231 | local/app | the override of `deploy` has no effect: the include `local/other` after it brings the tool again, so the approval is not required | write it under `overrides:` of the include `local/other` |
        | app.yaml:6:7 | SK231 | local/app | the override of `search` has no effect: this skill lists the tool itself, so the approval is not required                         | write it where this skill lists the tool                 |
      When "local/app" is resolved
      Then the capability summary says
        """
        approval_tools: 0
        """

    Scenario: Where a server has no tool list, nobody knows, and no override is reported
      Given the file "app.yaml"
        """
        name: local/app
        includes:
          - name: local/base
            overrides:
              "mcp:wiki/edit": {human_approval_required: true}
        ---
        name: local/base
        mcp_servers:
          - name: wiki
            url: https://wiki.example/mcp
            overrides: {delete: {human_approval_required: true}}
        """
      When the catalog is loaded
      Then the findings are
        | place         | code  | name            | skill      |
        | app.yaml:9:11 | SK320 | unlisted-server | local/base |

  Rule: One name stands for one thing

    Scenario: A reference with the name that is made for an inline tool
      Given the file "app.yaml"
        """
        name: local/app
        includes: [local/base]
        tools: [plan, local/base/_anon_0]
        """
      And the file "base.yaml"
        """
        name: local/base
        inline_tools:
          - description: Delete rows
        """
      When the catalog is loaded
      Then the findings are
        | place         | code  | name            | skill     | message                                                            | hint                                                                      | also          |
        | app.yaml:3:15 | SK211 | reference-clash | local/app | the name `local/base/_anon_0` stands for two things in `local/app` | remove the reference: `local/base` brings the tool of that name by itself | base.yaml:3:5 |

    Scenario: The same two names in skills that never meet
      Given the file "app.yaml"
        """
        name: local/app
        tools: [local/base/_anon_0]
        ---
        name: local/base
        inline_tools: [{description: Delete rows}]
        """
      When the catalog is loaded
      Then there are no findings

    Scenario: One server name with two definitions
      Given the file "app.yaml"
        """
        name: local/app
        includes: [local/agreeing, local/other]
        mcp_servers:
          - {name: tracker, command: tracker-mcp, tools: [search]}
        ---
        name: local/agreeing
        mcp_servers:
          - {name: tracker, command: tracker-mcp, tools: [create]}
        ---
        name: local/other
        mcp_servers:
          - {name: tracker, url: "https://tracker.example/mcp", tools: [delete]}
        """
      When the catalog is loaded
      Then the findings are
        | place          | code  | name             | skill       | also          |
        | app.yaml:12:12 | SK213 | mcp-server-clash | local/other | app.yaml:4:12 |

    Scenario: One agent-skill path that means two folders, and one that leaves the catalog
      Given the file "one/app.yaml"
        """
        name: local/app
        includes: [local/base]
        agent_skills: [guides/review, ../../elsewhere]
        """
      And the file "one/guides/review/SKILL.md"
        """
        ---
        name: review
        description: Says what a review looks at.
        ---
        """
      And the file "two/base.yaml"
        """
        name: local/base
        agent_skills: [guides/review]
        """
      And the file "two/guides/review/SKILL.md"
        """
        ---
        name: review
        description: Says who reviews what.
        ---
        """
      When the catalog is loaded
      Then the findings are
        | place              | code  | name                | skill      |
        | one/app.yaml:3:31  | SK221 | agent-skill-outside | local/app  |
        | two/base.yaml:2:16 | SK212 | agent-skill-clash   | local/base |

  Rule: A broken file hides no other, and says where it is broken

    Scenario: Each broken file is listed at its place while the good skills load
      Given the file "good.yaml"
        """
        name: local/good
        tools: [plan]
        """
      And the file "also-good.yaml"
        """
        name: local/also-good
        includes: [local/good]
        """
      And the file "syntax.yaml"
        """
        name: local/syntax
        tools: [plan
        """
      And the file "twice.yaml"
        """
        name: local/twice
        tools: [plan]
        tools: [search]
        """
      And the file "misspelled.yaml"
        """
        name: local/misspelled
        bulitins: [git_operations]
        """
      And the file "yes.yaml"
        """
        name: local/yes
        inline_tools:
          - {name: look, read_only: yes}
        """
      And the file "nameless.yaml"
        """
        tools: [plan]
        """
      And the file "list.yaml"
        """
        - local/list
        """
      And the file "empty.yaml"
        """
        # nothing yet
        """
      When the catalog is loaded
      Then the catalog holds
        """
        [local/also-good, local/good]
        """
      And the findings are
        | place               | code  | name          | skill            |
        | empty.yaml          | SK101 | empty-file    |                  |
        | list.yaml:1:1       | SK102 | not-a-mapping |                  |
        | misspelled.yaml:2:1 | SK104 | unknown-field | local/misspelled |
        | nameless.yaml:1:1   | SK103 | missing-field |                  |
        | syntax.yaml:2:8     | SK010 | syntax-error  | local/syntax     |
        | twice.yaml:3:1      | SK011 | duplicate-key | local/twice      |
        | yes.yaml:3:29       | SK106 | wrong-type    | local/yes        |
      And the broken skills are
        | skill            | codes |
        | local/misspelled | SK104 |
        | local/syntax     | SK010 |
        | local/twice      | SK011 |
        | local/yes        | SK106 |
      And "local/also-good" and all that it reaches are without errors
      When the catalog resolves "local/also-good"
      Then the tools in order are
        | tool | from       |
        | plan | local/good |

    Scenario: A broken document leaves the other documents of its file alone
      Given the file "all.yaml"
        """
        name: local/first
        ---
        name: local/second
        tools: {plan: yes}
        ---
        name: local/third
        """
      When the catalog is loaded
      Then the catalog holds
        """
        [local/first, local/third]
        """
      And the findings are
        | place        | code  | skill        |
        | all.yaml:4:8 | SK106 | local/second |

    Scenario: Two faults in one skill are two findings, in the order of the file
      Given the file "app.yaml"
        """
        tools: [plan, 7]
        name: local/app
        description: 2024-01-01
        """
      When the catalog is loaded
      Then the findings are
        | place         | code  | message                                                |
        | app.yaml:1:15 | SK106 | `tools[1]`: expected text or a mapping, found a number |
        | app.yaml:3:14 | SK106 | `description`: expected text, found a date             |
