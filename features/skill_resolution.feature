Feature: Resolve a skill to the tools it gives
  A skill lists tools and includes other skills. Its resolution is the flat, ordered list of all
  the tools that an agent gets with it: each once, with what is laid over it and what it can do.

  Rule: What the reference page promises

    Scenario: Resolve Skill With Flat Includes Preserves Depth-First Order
      Given the skills
        """
        name: local/app
        includes: [local/files, local/search]
        tools: [plan, report]
        ---
        name: local/files
        tools: [read_file, list_files]
        ---
        name: local/search
        tools: [grep]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool       | from         | kind | inline |
        | read_file  | local/files  | tool | no     |
        | list_files | local/files  | tool | no     |
        | grep       | local/search | tool | no     |
        | plan       | local/app    | tool | no     |
        | report     | local/app    | tool | no     |

    Scenario: Resolve Skill With Overlapping Includes De-Duplicates
      Given the skills
        """
        name: local/app
        includes: [local/fast, local/careful]
        ---
        name: local/fast
        tools: [{name: read_file, timeout: 1, cache: true}, grep]
        ---
        name: local/careful
        tools: [list_files, {name: read_file, timeout: 9}]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool       | from          | replaces   |
        | read_file  | local/careful | local/fast |
        | grep       | local/fast    |            |
        | list_files | local/careful |            |
      And the overrides of "read_file" are
        """
        timeout: 9
        """

    Scenario: Resolve Skill With Inline Tools And MCP Sources
      Given the skills
        """
        name: local/app
        tools: [plan]
        inline_tools:
          - {description: Greet, source: custom, code: print("hello"), timeout: 5}
          - {name: count_words}
          - {description: Say goodbye}
        mcp_servers:
          - {name: tracker, command: tracker-mcp, tools: [search, create]}
        agent_skills: [guides/review]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool                      | kind        | inline | server  | its tool |
        | plan                      | tool        | no     |         |          |
        | local/app/_anon_0         | inline      | yes    |         |          |
        | local/app/count_words     | inline      | yes    |         |          |
        | local/app/_anon_2         | inline      | yes    |         |          |
        | mcp:tracker/search        | mcp         | no     | tracker | search   |
        | mcp:tracker/create        | mcp         | no     | tracker | create   |
        | agent_skill:guides/review | agent_skill | no     |         |          |
      And the inline tool "local/app/_anon_0" is defined as
        """
        description: Greet
        source: custom
        code: print("hello")
        timeout: 5
        """

    Scenario: Resolve Skill With Cycle Raises Error
      Given the skills
        """
        name: local/a
        includes: [local/b]
        ---
        name: local/b
        includes: [local/a]
        """
      Then resolving "local/a" raises CycleError with the message
        """
        Cycle detected in skill includes: local/a -> local/b -> local/a
        """
      And the error says
        """
        path: [local/a, local/b, local/a]
        """

  Rule: The order is that of the resolution, not that of the file

    Scenario: Includes, references, builtin groups, inline tools, MCP tools, agent skills
      Given the skills
        """
        agent_skills: [{path: guides/review, sandbox_policy: restricted}]
        mcp_servers:
          - {name: tracker, url: "https://tracker.example/mcp", tools: [search]}
        inline_tools: [{name: count_words}]
        builtins: [{group: git_operations}]
        tools: [plan]
        includes: [local/base]
        name: local/app
        ---
        agent_skills: [guides/style]
        tools: [read_file]
        name: local/base
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool                      | kind        | from       | sandbox    |
        | read_file                 | tool        | local/base |            |
        | agent_skill:guides/style  | agent_skill | local/base |            |
        | plan                      | tool        | local/app  |            |
        | builtin/git_status        | tool        | local/app  |            |
        | builtin/git_diff          | tool        | local/app  |            |
        | builtin/git_log           | tool        | local/app  |            |
        | builtin/git_blame         | tool        | local/app  |            |
        | local/app/count_words     | inline      | local/app  |            |
        | mcp:tracker/search        | mcp         | local/app  |            |
        | agent_skill:guides/review | agent_skill | local/app  | restricted |

    Scenario: The deepest include comes first
      Given the skills
        """
        name: local/app
        includes: [local/team, local/extra]
        tools: [app]
        ---
        name: local/team
        includes: [local/base]
        tools: [team]
        ---
        name: local/base
        tools: [base]
        ---
        name: local/extra
        tools: [extra]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool  | from        |
        | base  | local/base  |
        | team  | local/team  |
        | extra | local/extra |
        | app   | local/app   |
      And the skills reached came by
        """
        local/base: local/team
        local/team: local/app
        local/extra: local/app
        """

    Scenario: The group file_operations stands for nine tools
      Given the skills
        """
        name: local/app
        builtins: [file_operations]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool                     |
        | builtin/read_file        |
        | builtin/write_file       |
        | builtin/edit_file        |
        | builtin/delete_file      |
        | builtin/move_file        |
        | builtin/copy_file        |
        | builtin/create_directory |
        | builtin/list_directory   |
        | builtin/delete_directory |

    Scenario: A builtin group adds only what the skill does not list itself
      Given the skills
        """
        name: local/app
        builtins: [git_operations]
        tools: [{name: builtin/git_log, max_count: 20}, plan]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool               | replaces |
        | builtin/git_log    |          |
        | plan               |          |
        | builtin/git_status |          |
        | builtin/git_diff   |          |
        | builtin/git_blame  |          |
      And the overrides of "builtin/git_log" are
        """
        max_count: 20
        """

    Scenario: A filter decides which tools of an MCP server are listed
      Given the skills
        """
        name: local/app
        mcp_servers:
          - name: kept
            command: kept-mcp
            tools: [search, create, delete]
            tool_filter: {include: [search, delete], exclude: [delete]}
          - name: chosen
            command: chosen-mcp
            tool_filter: {include: [read, write], exclude: [write]}
          - {name: none, command: none-mcp, tools: []}
          - {server: open, command: open-mcp, tool_filter: {exclude: [delete]}}
          - {name: any, url: "https://any.example/mcp"}
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool            |
        | mcp:kept/search |
        | mcp:chosen/read |
      And the MCP servers reached are
        | server | transport       | tools    |
        | kept   | stdio           | search   |
        | chosen | stdio           | read     |
        | none   | stdio           |          |
        | open   | stdio           | unlisted |
        | any    | streamable-http | unlisted |

  Rule: A name that comes again keeps its first place and takes its last entry

    Scenario: The skill's own reference replaces an included one, overrides and all
      Given the skills
        """
        name: local/app
        includes:
          - name: local/base
            overrides: {deploy: {approver: base-team}}
        tools: [plan, {name: deploy, region: north}]
        ---
        name: local/base
        tools: [{name: deploy, retries: 3}, notify]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool   | from       | replaces   |
        | deploy | local/app  | local/base |
        | notify | local/base |            |
        | plan   | local/app  |            |
      And the overrides of "deploy" are
        """
        region: north
        """

    Scenario: Everything that was replaced is told, the latest first
      Given the skills
        """
        name: local/app
        includes: [local/a, local/b, local/c]
        tools: [search]
        ---
        name: local/a
        tools: [search]
        ---
        name: local/b
        tools: [search]
        ---
        name: local/c
        tools: [search]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool   | from      | replaces                  |
        | search | local/app | local/c, local/b, local/a |

    Scenario: A reference that is listed twice in one skill stands for its last mention
      Given the skills
        """
        name: local/app
        tools: [{name: search, depth: 1}, plan, {name: search, limit: 10}]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool   | replaces  |
        | search | local/app |
        | plan   |           |
      And the overrides of "search" are
        """
        limit: 10
        """

    Scenario: Both arms of a diamond bring the base, and its tools stand there once
      Given the skills
        """
        name: local/app
        includes: [local/left, local/right]
        ---
        name: local/left
        includes: [local/base]
        tools: [left]
        ---
        name: local/right
        includes: [local/base]
        tools: [right]
        ---
        name: local/base
        tools: [base]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool  | from        | replaces |
        | base  | local/base  |          |
        | left  | local/left  |          |
        | right | local/right |          |
      And the skills reached came by
        """
        local/base: local/right
        local/left: local/app
        local/right: local/app
        """

    Scenario: The last way through a diamond decides which entry wins
      Given the skills
        """
        name: local/app
        includes: [local/left, local/right]
        ---
        name: local/left
        includes: [local/base]
        tools: [{name: search, depth: 1}]
        ---
        name: local/right
        includes:
          - name: local/base
            overrides: {search: {via: right}}
        ---
        name: local/base
        tools: [search]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool   | from       | replaces   |
        | search | local/base | local/left |
      And the overrides of "search" are
        """
        via: right
        """

  Rule: Overrides are laid over a tool from the inside out

    Scenario: A reference's own words, its override, then the skill's overrides
      Given the skills
        """
        name: local/app
        tools:
          - name: deploy
            description: Ship it
            region: north
            retries: 1
            timeout: 10
            override: {retries: 2, timeout: 20}
        overrides:
          deploy: {timeout: 30}
        """
      When "local/app" is resolved
      Then the overrides of "deploy" are
        """
        description: Ship it
        region: north
        retries: 2
        timeout: 30
        """

    Scenario: A skill's overrides reach the tools of its builtin groups
      Given the skills
        """
        name: local/app
        builtins: [git_operations]
        overrides:
          builtin/git_diff: {read_only: true}
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool               | access    | by override |
        | builtin/git_status | unknown   | no          |
        | builtin/git_diff   | read_only | yes         |
        | builtin/git_log    | unknown   | no          |
        | builtin/git_blame  | unknown   | no          |
      And the overrides of "builtin/git_diff" are
        """
        read_only: true
        """

    Scenario Outline: An include lays overrides over what it brings, in either form
      Given the skills
        """
        name: local/app
        includes:
          - name: local/base
            <form>
        ---
        name: local/base
        tools: [{name: deploy, region: north, approver: nobody}, notify]
        """
      When "local/app" is resolved
      Then the overrides of "deploy" are
        """
        region: north
        approver: ops
        """
      And the overrides of "notify" are
        """
        {}
        """

      Examples:
        | form                                                        |
        | overrides: {deploy: {approver: ops}}                        |
        | tool_overrides: [{tool: deploy, override: {approver: ops}}] |

    Scenario: The outer include has the last word
      Given the skills
        """
        name: local/app
        includes:
          - {name: local/team, overrides: {deploy: {approver: app, outer: true}}}
        ---
        name: local/team
        includes:
          - {name: local/base, overrides: {deploy: {approver: team, inner: true}}}
        ---
        name: local/base
        tools: [{name: deploy, approver: base}]
        overrides: {deploy: {own: true}}
        """
      When "local/app" is resolved
      Then the overrides of "deploy" are
        """
        approver: app
        own: true
        inner: true
        outer: true
        """

    Scenario: An include's overrides reach every kind of tool by its full name
      Given the skills
        """
        name: local/app
        includes:
          - name: local/base
            overrides:
              local/base/_anon_0: {note: inline}
              "mcp:tracker/search": {note: server tool}
              "agent_skill:guides/review": {note: folder}
        ---
        name: local/base
        inline_tools: [{description: Greet}]
        mcp_servers: [{name: tracker, command: tracker-mcp, tools: [search]}]
        agent_skills: [guides/review]
        """
      When "local/app" is resolved
      Then the overrides of "local/base/_anon_0" are
        """
        note: inline
        """
      And the overrides of "mcp:tracker/search" are
        """
        note: server tool
        """
      And the overrides of "agent_skill:guides/review" are
        """
        note: folder
        """

    Scenario: An include's overrides do not reach a tool that another include brings
      Given the skills
        """
        name: local/app
        includes:
          - {name: local/first, overrides: {search: {note: of first}}}
          - {name: local/second, overrides: {grep: {note: of second}}}
        ---
        name: local/first
        tools: [search, grep]
        ---
        name: local/second
        tools: [search]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool   | from         |
        | search | local/second |
        | grep   | local/first  |
      And the overrides of "search" are
        """
        {}
        """
      And the overrides of "grep" are
        """
        {}
        """

    Scenario: An MCP server's overrides name its tools without the server
      Given the skills
        """
        name: local/app
        mcp_servers:
          - name: tracker
            command: tracker-mcp
            tools: [search, create]
            overrides: {create: {human_approval_required: true}}
        """
      When "local/app" is resolved
      Then the overrides of "mcp:tracker/create" are
        """
        human_approval_required: true
        """
      And what is known of "mcp:tracker/create" is
        """
        human_approval_required: true
        """
      And the overrides of "mcp:tracker/search" are
        """
        {}
        """

    Scenario: Keys replace each other whole, only capability is merged one level deeper
      Given the skills
        """
        name: local/app
        tools:
          - name: deploy
            limits: {cpu: 2, memory: 4}
            capability: {idempotent: true, open_world: true}
            override:
              limits: {cpu: 8}
              capability: {open_world: false}
        """
      When "local/app" is resolved
      Then the overrides of "deploy" are
        """
        limits: {cpu: 8}
        capability: {idempotent: true, open_world: false}
        """
      And what is known of "deploy" is
        """
        idempotent: true
        open_world: false
        """

    Scenario: Variables stay as they are written
      Given the skills
        """
        name: local/app
        tools: [{name: deploy, token: "${DEPLOY_TOKEN}"}]
        """
      When "local/app" is resolved
      Then the overrides of "deploy" are
        """
        token: ${DEPLOY_TOKEN}
        """

  Rule: What a tool can do is what it declares, and what overrides add

    Scenario: Declared capability, flat or nested, needs no override
      Given the skills
        """
        name: local/app
        inline_tools:
          - {name: look, read_only: true}
          - {name: save, capability: {writes: true, checkpointable: true, checkpoint_scope: file}}
          - {name: wipe, destructive: true, side_effects: [disk], write_scope: [cache, logs]}
          - {name: mystery}
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool              | access    | by override |
        | local/app/look    | read_only | no          |
        | local/app/save    | write     | no          |
        | local/app/wipe    | write     | no          |
        | local/app/mystery | unknown   | no          |
      And what is known of "local/app/save" is
        """
        writes: true
        checkpointable: true
        checkpoint_scope: file
        """
      And what is known of "local/app/wipe" is
        """
        writes: true
        destructive: true
        side_effects: [disk]
        write_scope: [cache, logs]
        """
      And what is known of "local/app/mystery" is
        """
        {}
        """

    Scenario Outline: The hints of an MCP tool say what it can do
      Given the skills
        """
        name: local/app
        mcp_servers:
          - name: tracker
            command: tracker-mcp
            tools: [{name: tool, annotations: {<hints>}}]
        """
      When "local/app" is resolved
      Then what is known of "mcp:tracker/tool" is
        """
        {<known>}
        """

      Examples:
        | hints                                      | known                               |
        | readOnlyHint: true                         | read_only: true                     |
        | readOnlyHint: false                        | writes: true                        |
        | readOnlyHint: false, destructiveHint: true | writes: true, destructive: true     |
        | readOnlyHint: true, destructiveHint: true  | read_only: true                     |
        | destructiveHint: true                      |                                     |
        | idempotentHint: true, openWorldHint: false | idempotent: true, open_world: false |
        | title: Search                              |                                     |

    Scenario Outline: What an override says about a tool that declares nothing is marked
      Given the skills
        """
        name: local/app
        tools: [{name: deploy, <said>}]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool   | access   | by override |
        | deploy | <access> | <marked>    |

      Examples:
        | said                          | access    | marked |
        | read_only: true               | read_only | yes    |
        | writes: true                  | write     | yes    |
        | destructive: true             | write     | yes    |
        | capability: {read_only: true} | read_only | yes    |
        | human_approval_required: true | unknown   | no     |
        | writes: false                 | unknown   | no     |

    Scenario Outline: A later layer takes back what an earlier one says
      Given the skills
        """
        name: local/app
        tools: [{name: deploy, <inner>}]
        overrides: {deploy: {<outer>}}
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool   | read-only   | writes   | destructive   |
        | deploy | <read-only> | <writes> | <destructive> |

      Examples:
        | inner             | outer                         | read-only | writes | destructive |
        | writes: true      | read_only: true               | yes       | no     | unknown     |
        | destructive: true | capability: {read_only: true} | yes       | no     | unknown     |
        | read_only: true   | writes: true                  | no        | yes    | unknown     |
        | read_only: true   | destructive: true             | no        | yes    | yes         |

    Scenario Outline: A power that a tool declares is never taken away
      Given the skills
        """
        name: local/app
        includes:
          - name: local/base
            overrides: {local/base/tool: {<said>}}
        ---
        name: local/base
        inline_tools: [{name: tool, <declared>}]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool            | access   | by override | destructive   |
        | local/base/tool | <access> | no          | <destructive> |
      # The override is metadata all the same, and stays readable as it was written.
      And the overrides of "local/base/tool" are
        """
        {<said>}
        """

      Examples:
        | declared          | said               | access | destructive |
        | writes: true      | read_only: true    | write  | unknown     |
        | writes: true      | writes: false      | write  | unknown     |
        | destructive: true | destructive: false | write  | yes         |
        | destructive: true | read_only: true    | write  | yes         |

    Scenario Outline: Nor is that it is unsafe, or has side effects
      Given the skills
        """
        name: local/app
        includes:
          - name: local/base
            overrides: {local/base/tool: {<said>}}
        ---
        name: local/base
        inline_tools: [{name: tool, <declared>}]
        """
      When "local/app" is resolved
      Then what is known of "local/base/tool" is
        """
        {<known>}
        """

      Examples:
        | declared                | said                 | known                         |
        | unsafe: true            | unsafe: false        | unsafe: true                  |
        | side_effects: [network] | side_effects: false  | side_effects: [network]       |
        | side_effects: [network] | side_effects: []     | side_effects: [network]       |
        | side_effects: [network] | side_effects: [disk] | side_effects: [network, disk] |
        | side_effects: true      | side_effects: [disk] | side_effects: [disk]          |
        | side_effects: [network] | side_effects: true   | side_effects: [network]       |

    Scenario: A tool declared read-only that an override lets write is marked
      Given the skills
        """
        name: local/app
        mcp_servers:
          - name: tracker
            command: tracker-mcp
            tools: [{name: search, read_only: true}]
            overrides: {search: {writes: true}}
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool               | access | by override |
        | mcp:tracker/search | write  | yes         |

  Rule: The capability summary counts what the resolution holds

    Scenario: Every tool is counted in one class, what is not declared apart from the rest
      Given the skills
        """
        name: local/app
        includes:
          - {name: local/base, overrides: {deploy: {human_approval_required: true}}}
        tools: [{name: search, read_only: true}, plan]
        inline_tools:
          - {name: look, read_only: true}
          - {name: save, writes: true, checkpointable: true, side_effects: [disk]}
          - {name: wipe, destructive: true, unsafe: true, side_effects: [network, disk]}
        agent_skills: [guides/review, guides/../guides/review]
        ---
        name: local/base
        tools: [{name: deploy, writes: true}]
        mcp_servers:
          - {name: tracker, command: tracker-mcp, tools: [{name: find, read_only: true}]}
        """
      When "local/app" is resolved
      Then the capability summary says
        """
        total_tools: 9
        read_only_tools: 3
        write_tools: 3
        unknown_tools: 3
        checkpointable_tools: 1
        destructive_tools: 1
        unsafe_tools: 1
        approval_tools: 1
        by_override_tools: 2
        from_config_tools: 0
        learned_tools: 0
        has_side_effects: true
        side_effects: [disk, network]
        mcp_sources: 1
        unlisted_mcp_servers: []
        agent_skill_sources: 2
        names:
          read_only: ["mcp:tracker/find", search, local/app/look]
          write: [deploy, local/app/save, local/app/wipe]
          unknown: [plan, "agent_skill:guides/review", "agent_skill:guides/../guides/review"]
          checkpointable: [local/app/save]
          destructive: [local/app/wipe]
          unsafe: [local/app/wipe]
          approval: [deploy]
          by_override: [deploy, search]
          from_config: []
          learned: []
          side_effects: [local/app/save, local/app/wipe]
        """

    Scenario: Without overrides and MCP tools it is the sum over the inline tools
      Given the skills
        """
        name: local/app
        inline_tools:
          - {read_only: true}
          - {read_only: true, checkpointable: true}
          - {writes: true, checkpointable: true, side_effects: true}
        """
      When "local/app" is resolved
      Then the capability summary says
        """
        total_tools: 3
        read_only_tools: 2
        write_tools: 1
        unknown_tools: 0
        checkpointable_tools: 2
        has_side_effects: true
        side_effects: []
        mcp_sources: 0
        agent_skill_sources: 0
        """

    Scenario: A server without a tool list makes the total a lower bound
      Given the skills
        """
        name: local/app
        includes: [local/base]
        tools: [plan]
        mcp_servers:
          - {name: tracker, command: tracker-mcp, tools: [search]}
        ---
        name: local/base
        mcp_servers:
          - {name: wiki, url: "https://wiki.example/mcp"}
        """
      When "local/app" is resolved
      Then the capability summary says
        """
        total_tools: 2
        unknown_tools: 2
        mcp_sources: 2
        unlisted_mcp_servers: [wiki]
        """
      # A plain list cannot show that an included skill has a server without a tool list.
      And the capability summary of the plain list of entries says
        """
        total_tools: 2
        unknown_tools: 2
        mcp_sources: 1
        unlisted_mcp_servers: []
        """

    Scenario: A server counts once, and has no tool list as soon as one skill gives none
      Given the skills
        """
        name: local/app
        includes: [local/base]
        mcp_servers:
          - {name: tracker, command: tracker-mcp, tools: [search]}
          - {name: wiki, command: wiki-mcp, tools: [find]}
        ---
        name: local/base
        mcp_servers:
          - {name: tracker, command: tracker-mcp}
          - {name: wiki, command: wiki-mcp, tools: [edit]}
        """
      When "local/app" is resolved
      Then the MCP servers reached are
        | server  | transport | tools      |
        | tracker | stdio     | unlisted   |
        | wiki    | stdio     | edit, find |
      And the capability summary says
        """
        total_tools: 3
        mcp_sources: 2
        unlisted_mcp_servers: [tracker]
        """

    Scenario: A diamond counts once
      Given the skills
        """
        name: local/app
        includes: [local/left, local/right]
        ---
        name: local/left
        includes: [local/base]
        ---
        name: local/right
        includes: [local/base]
        ---
        name: local/base
        inline_tools: [{name: save, writes: true, side_effects: [disk]}]
        mcp_servers: [{name: tracker, command: tracker-mcp, tools: [search]}]
        agent_skills: [guides/review]
        """
      When "local/app" is resolved
      Then the capability summary says
        """
        total_tools: 3
        read_only_tools: 0
        write_tools: 1
        unknown_tools: 2
        side_effects: [disk]
        mcp_sources: 1
        agent_skill_sources: 1
        """

    Scenario: A skill that gives nothing
      Given the skills
        """
        name: local/app
        """
      When "local/app" is resolved
      Then the capability summary says
        """
        total_tools: 0
        read_only_tools: 0
        write_tools: 0
        unknown_tools: 0
        has_side_effects: false
        side_effects: []
        mcp_sources: 0
        agent_skill_sources: 0
        """

  Rule: What cannot be resolved says why

    Scenario: A skill that includes itself
      Given the skills
        """
        name: local/a
        includes: [local/a]
        """
      Then resolving "local/a" raises CycleError with the message
        """
        Cycle detected in skill includes: local/a -> local/a
        """
      And the error says
        """
        path: [local/a, local/a]
        """

    Scenario: A cycle further down shows the whole path from the skill that was asked for
      Given the skills
        """
        name: local/app
        includes: [local/fine, local/team]
        ---
        name: local/fine
        tools: [plan]
        ---
        name: local/team
        includes: [local/a]
        ---
        name: local/a
        includes: [local/b]
        ---
        name: local/b
        includes: [local/a]
        """
      Then resolving "local/app" raises CycleError with the message
        """
        Cycle detected in skill includes: local/app -> local/team -> local/a -> local/b -> local/a
        """
      And the error says
        """
        path: [local/app, local/team, local/a, local/b, local/a]
        """

    Scenario: A skill beside a cycle that it does not reach
      Given the skills
        """
        name: local/fine
        tools: [plan]
        ---
        name: local/a
        includes: [local/fine, local/a]
        """
      When "local/fine" is resolved
      Then the tools in order are
        | tool | from       |
        | plan | local/fine |

    Scenario: An include of a skill that does not exist
      Given the skills
        """
        name: local/app
        includes: [local/team]
        ---
        name: local/team
        includes: [local/serach]
        ---
        name: local/search
        tools: [grep]
        """
      Then resolving "local/app" raises UnknownSkillError with the message
        """
        skill `local/serach` is unknown, included by `local/team`; did you mean `local/search`?
        """
      And the error says
        """
        name: local/serach
        included_by: local/team
        suggestions: [local/search]
        """

    Scenario: An include that resembles nothing
      Given the skills
        """
        name: local/app
        includes: [other/zebra]
        """
      Then resolving "local/app" raises UnknownSkillError with the message
        """
        skill `other/zebra` is unknown, included by `local/app`
        """
      And the error says
        """
        name: other/zebra
        included_by: local/app
        suggestions: []
        """

    Scenario Outline: A reference with the name that is made for another tool
      Given the skills
        """
        name: local/app
        includes: [local/base]
        tools: [plan, "<name>"]
        ---
        name: local/base
        inline_tools: [{description: Greet}]
        mcp_servers: [{name: tracker, command: tracker-mcp, tools: [search]}]
        agent_skills: [guides/review]
        """
      Then resolving "local/app" raises KeyClashError with the message
        """
        the name `<name>` stands for two things: a tool reference of `local/app` and what is made for `local/base`
        """
      And the error says
        """
        name: "<name>"
        reference_in: local/app
        made_in: local/base
        """

      Examples:
        | name                      |
        | local/base/_anon_0        |
        | mcp:tracker/search        |
        | agent_skill:guides/review |

  Rule: A skill is read from plain data

    Scenario Outline: Every spelling of a list means the same
      Given the skills
        """
        name: local/app
        <spelling>: [<item>]
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool   |
        | <tool> |

      Examples:
        | spelling            | item                                      | tool                      |
        | tools               | plan                                      | plan                      |
        | tool_refs           | plan                                      | plan                      |
        | toolRefs            | {name: plan}                              | plan                      |
        | inline_tools        | {description: Greet}                      | local/app/_anon_0         |
        | anonymous_tools     | {description: Greet}                      | local/app/_anon_0         |
        | inlineTools         | {description: Greet}                      | local/app/_anon_0         |
        | anonymousTools      | {name: greet}                             | local/app/greet           |
        | mcp_servers         | {name: web, command: web, tools: [get]}   | mcp:web/get               |
        | mcpServers          | {server: web, command: web, tools: [get]} | mcp:web/get               |
        | agent_skills        | guides/review                             | agent_skill:guides/review |
        | agent_skill_folders | guides/review                             | agent_skill:guides/review |
        | agent_skills_dirs   | {path: guides/review}                     | agent_skill:guides/review |
        | agentSkills         | guides/review                             | agent_skill:guides/review |
        | agentSkillFolders   | guides/review                             | agent_skill:guides/review |
        | agentSkillsDirs     | guides/review                             | agent_skill:guides/review |

    Scenario: A skill may stand under a wrapper, with a header beside it
      Given the skills
        """
        cleveragents: {version: "1.0"}
        skill:
          name: local/app
          tools: [plan]
        ---
        skill: {name: local/other, includes: [{name: local/app, description: Its plan}]}
        """
      When "local/other" is resolved
      Then the tools in order are
        | tool | from      |
        | plan | local/app |

    Scenario: A field without a value is absent
      Given the skills
        """
        name: local/app
        description: null
        includes:
        tools: [{name: plan, description: null, note:}]
        builtins: []
        overrides:
        """
      When "local/app" is resolved
      Then the tools in order are
        | tool |
        | plan |
      And the overrides of "plan" are
        """
        {}
        """

    Scenario Outline: Nothing is taken for something else
      Given the skill data
        """
        name: local/app
        <written>
        """
      Then the data is refused because
        | code   | reason   |
        | <code> | <reason> |

      Examples:
        | written                                               | code  | reason                                                                                                          |
        | description: 5                                        | SK106 | `description`: expected text, found a number                                                                    |
        | description: true                                     | SK106 | `description`: expected text, found a boolean                                                                   |
        | tools: plan                                           | SK106 | `tools`: expected a list, found text                                                                            |
        | tools: {plan: {}}                                     | SK106 | `tools`: expected a list, found a mapping                                                                       |
        | tools: [[plan]]                                       | SK106 | `tools[0]`: expected text or a mapping, found a list                                                            |
        | tools: [{name: plan, unsafe: 1}]                      | SK106 | `tools[0].unsafe`: expected a boolean, found a number                                                           |
        | tools: [{name: plan, read_only: "true"}]              | SK106 | `tools[0].read_only`: expected a boolean, found text                                                            |
        | tools: [{nmae: plan}]                                 | SK103 | the field `name` is missing in `tools[0]`                                                                       |
        | mcp_servers: [{name: web, server: web, command: web}] | SK105 | `name` and `server` are two spellings of one field                                                              |
        | inline_tools: [{source: elsewhere}]                   | SK108 | `inline_tools[0].source` is `elsewhere`; it must be one of `custom`, `mcp`, `agent_skill`, `builtin`, `wrapped` |
        | inline_tools: [{name: a}, {name: a}]                  | SK110 | two inline tools have the key `a`                                                                               |
        | inline_tools: [{read_only: true, writes: true}]       | SK109 | `read_only: true` and `writes: true` contradict each other                                                      |
        | mcp_servers: [{name: web}]                            | SK112 | the server `mcp_servers[0]` has neither `command` nor `url`                                                     |
        | overrides: {plan: {code: "rm"}}                       | SK113 | `code` cannot be overridden, as `overrides.plan` does                                                           |

    Scenario Outline: A known trap comes with the way out of it
      Given the skill data
        """
        name: local/app
        <written>
        """
      Then the data is refused because
        | code   | hint   |
        | <code> | <hint> |

      Examples:
        | written                               | code  | hint                                              |
        | bulitins: [git_operations]            | SK104 | did you mean `builtins`?                          |
        | builtins: [git_operation]             | SK111 | did you mean `git_operations`?                    |
        | includes: [base]                      | SK107 | write `local/base`                                |
        | tools: [{name: plan, read_only: yes}] | SK106 | `yes` is text in YAML 1.2; write `true`           |
        | tools: plan                           | SK106 | write it as a list, with `- ` before each item    |
        | description: 5                        | SK106 | without quotes this is a number; put it in quotes |

    Scenario: All that is wrong is said at once
      Given the skill data
        """
        name: app
        tools: [plan, 7]
        agent_skills: [{path: guides/review, sandbox_policy: total}]
        """
      Then the data is refused because
        | code  | reason                                                                                               |
        | SK106 | `tools[1]`: expected text or a mapping, found a number                                               |
        | SK107 | invalid name `app` at `name`: it must be `namespace/name`, each part of letters, digits, `-` and `_` |
        | SK108 | `agent_skills[0].sandbox_policy` is `total`; it must be one of `none`, `restricted`, `full`          |

    Scenario: Data that is no skill at all
      Given the skill data
        """
        [local/app]
        """
      Then the data is refused because
        | code  | reason                                     | hint                        |
        | SK102 | expected a mapping of fields, found a list | a skill begins with `name:` |

  Rule: A catalog is a mapping of name to skill

    Scenario: Every skill file below the folder, several skills a file
      Given the file "pack/b.yaml"
        """
        name: local/b
        tools: [search]
        ---
        name: local/a
        includes: [local/b]
        """
      And the file "z.YML"
        """
        skill: {name: team/z, includes: [local/a]}
        """
      And the file "notes.txt"
        """
        name: local/not-a-skill-file
        """
      When the catalog is loaded
      Then the catalog holds
        """
        [local/a, local/b, team/z]
        """
      And there are no findings
      When "team/z" is resolved
      Then the tools in order are
        | tool   | from    |
        | search | local/b |
      When the catalog resolves "local/a"
      Then the tools in order are
        | tool   | from    |
        | search | local/b |

    Scenario: Several folders are one catalog
      Given the file "shared/base.yaml"
        """
        name: shared/base
        tools: [search]
        """
      And the file "team/app.yaml"
        """
        name: team/app
        includes: [shared/base]
        """
      When the catalogs "shared" and "team" are loaded as one
      And the catalog resolves "team/app"
      Then the tools in order are
        | tool   | from        |
        | search | shared/base |

    Scenario: A config adds builtin groups
      Given the file "skills.toml"
        """
        [builtins]
        web_operations = ["builtin/web_get", "builtin/web_post"]
        """
      And the file "app.yaml"
        """
        name: local/app
        builtins: [web_operations]
        """
      When the catalog is loaded with the config "skills.toml"
      And the catalog resolves "local/app"
      Then the tools in order are
        | tool             |
        | builtin/web_get  |
        | builtin/web_post |
      When the catalog is loaded
      Then the broken skills are
        | skill     | codes |
        | local/app | SK111 |

    Scenario: A skill that is broken, or reaches a broken one, cannot be used; the others can
      Given the file "good.yaml"
        """
        name: local/good
        tools: [plan]
        """
      And the file "app.yaml"
        """
        name: local/app
        includes: [local/bad]
        """
      And the file "bad.yaml"
        """
        name: local/bad
        tools: plan
        """
      When the catalog is loaded
      Then the catalog holds
        """
        [local/app, local/good]
        """
      And the broken skills are
        | skill     | codes |
        | local/bad | SK106 |
      And "local/good" and all that it reaches are without errors
      And the errors that keep "local/app" from being used are
        | place        | code  | skill     |
        | bad.yaml:2:8 | SK106 | local/bad |
      And the errors that keep the catalog from being used are
        | place        | code  | skill     |
        | bad.yaml:2:8 | SK106 | local/bad |
      And the catalog cannot resolve "local/app" because of
        | place        | code  | skill     |
        | bad.yaml:2:8 | SK106 | local/bad |

    Scenario: An agent skill lies where the file that names it lies, and its assets are its own
      Given the file "team/app.yaml"
        """
        name: local/app
        agent_skills: [guides/review]
        """
      And the file "team/guides/review/SKILL.md"
        """
        ---
        name: review
        description: Says what a review looks at.
        ---
        # Review
        """
      And the file "team/guides/review/assets.yaml"
        """
        name: local/asset
        """
      When the catalog is loaded
      Then there are no findings
      And the catalog holds
        """
        [local/app]
        """
      When "local/app" is resolved
      Then the folder of "agent_skill:guides/review" is "team/guides/review"

    Scenario: A folder that is not there
      Given the file "app.yaml"
        """
        name: local/app
        """
      Then loading the folder "elsewhere" raises FileNotFoundError
      And loading the folder "app.yaml" raises NotADirectoryError
