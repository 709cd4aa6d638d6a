*** Settings ***
Documentation       A skill and all that it includes become one ordered list of tools.

Library             Collections
Library             helper_skill_resolution.py


*** Test Cases ***
Resolve Skill With Flat Includes Preserves Depth-First Order
    [Documentation]    Included tools appear before the root skill's own references.
    ${skills} =    Skills
    ...    {name: local/app, includes: [local/files, local/search], tools: [plan, report]}
    ...    {name: local/files, tools: [read_file, list_files]}
    ...    {name: local/search, tools: [grep]}
    ${resolution} =    Resolve Skill    local/app    ${skills}
    Names Should Be    ${resolution}    read_file    list_files    grep    plan    report
    Should Come From    ${resolution}    list_files    local/files
    Should Come From    ${resolution}    grep    local/search
    Should Come From    ${resolution}    report    local/app

Resolve Skill With Overlapping Includes De-Duplicates
    [Documentation]    A shared tool appears once: in its first place, with its last metadata.
    ${skills} =    Skills
    ...    {name: local/app, includes: [local/fast, local/careful]}
    ...    {name: local/fast, tools: [{name: read_file, timeout: 1, cache: true}, grep]}
    ...    {name: local/careful, tools: [list_files, {name: read_file, timeout: 9}]}
    ${resolution} =    Resolve Skill    local/app    ${skills}
    Names Should Be    ${resolution}    read_file    grep    list_files
    Should Come From    ${resolution}    read_file    local/careful
    ${entry} =    Entry Of    ${resolution}    read_file
    ${expected} =    Create Dictionary    timeout=${9}
    Dictionaries Should Be Equal    ${expected}    ${entry.overrides}
    Should Be Equal    local/fast    ${entry.shadowed[0].skill}

Resolve Skill With Inline Tools And MCP Sources
    [Documentation]    Anonymous tools are keyed as _anon_N, MCP tools by server and tool.
    ${skills} =    Skills
    ...    {name: local/app, includes: [local/base], anonymous_tools: [{description: Greet}, {description: Count}]}
    ...    {name: local/base, mcp_servers: [{name: tracker, command: tracker-mcp, tools: [search, create]}]}
    ${resolution} =    Resolve Skill    local/app    ${skills}
    Names Should Be
    ...    ${resolution}
    ...    mcp:tracker/search
    ...    mcp:tracker/create
    ...    local/app/_anon_0
    ...    local/app/_anon_1
    ${entry} =    Entry Of    ${resolution}    local/app/_anon_1
    Should Be Equal    ${True}    ${entry.is_inline}
    Should Be Equal    Count    ${entry.inline_tool.description}
    ${entry} =    Entry Of    ${resolution}    mcp:tracker/create
    Should Be Equal    ${False}    ${entry.is_inline}
    Should Be Equal    ${None}    ${entry.inline_tool}
    Should Be Equal    tracker    ${entry.server}
    Should Be Equal    create    ${entry.tool_name}

Resolve Skill With Cycle Raises Error
    [Documentation]    Skills that include each other are an error that shows the whole path.
    ${skills} =    Skills
    ...    {name: local/a, includes: [local/b]}
    ...    {name: local/b, includes: [local/a]}
    ${error} =    Error Of Resolving    local/a    ${skills}
    Should Be Equal
    ...    Cycle detected in skill includes: local/a -> local/b -> local/a
    ...    ${error.args[0]}
    ${expected} =    Create List    local/a    local/b    local/a
    Lists Should Be Equal    ${expected}    ${error.path}


*** Keywords ***
Names Should Be
    [Arguments]    ${resolution}    @{expected}
    ${names} =    Names Of    ${resolution}
    Lists Should Be Equal    ${expected}    ${names}

Should Come From
    [Arguments]    ${resolution}    ${tool}    ${skill}
    ${entry} =    Entry Of    ${resolution}    ${tool}
    Should Be Equal    ${skill}    ${entry.source_skill}
