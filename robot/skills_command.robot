*** Settings ***
Documentation       The installed program `skills`, run as a process on catalogs in a temporary folder.

Library             Collections
Library             OperatingSystem
Library             Process
Library             String
Suite Setup         Find The Program
Suite Teardown      Remove Directory    ${ROOT}    recursive=${True}
Test Setup          Write The Catalog


*** Variables ***
${BIG}              ${40000}
@{TOOLS_OF_APP}     read_file    mcp:tracker/search    plan    local/app/_anon_0    local/app/save
${CIRCLE}           Cycle detected in skill includes: local/round -> local/trip -> local/round


*** Test Cases ***
It Says Which Tool It Is
    ${result} =    Skills    --version
    Should Have Ended With    ${result}    0
    Should Match Regexp
    ...    ${result.stdout}
    ...    ^skills \\d+\\.\\d+\\.\\d+ \\(cleveragents-skills: [^)]+\\), Python \\d+\\.\\d+\\.\\d+$
    ${module} =    Run    ${PYTHON}    -m    cleveragents_skills    --version
    Should Be Equal    ${result.stdout}    ${module.stdout}
    ${other} =    Run    ${OTHER_NAME}    --version
    Should Be Equal    ${result.stdout}    ${other.stdout}

Without A Command It Shows Its Help And Did Nothing
    ${result} =    Skills
    Should Have Ended With    ${result}    2
    Should Contain    ${result.stdout}    Usage: skills
    FOR    ${command}    IN    resolve    summary    check    list    show    why    tree    graph    diff    lock    export    import
        Should Match Regexp    ${result.stdout}    (?m)^ +${command} \
        ${help} =    Skills    ${command}    --help
        Should Have Ended With    ${help}    0
        Should Contain    ${help.stdout}    Usage: skills ${command}
        Should Contain    ${help.stdout}    Exit codes:
    END

Resolve Gives The Tools In Order, One A Line
    ${result} =    Skills    resolve    local/app    --format    names
    Should Have Ended With    ${result}    0
    ${names} =    Split To Lines    ${result.stdout}
    Lists Should Be Equal    ${TOOLS_OF_APP}    ${names}
    # What no line of names can say stands beside them.
    Should Be Equal    at least these: the tools of wiki are not listed    ${result.stderr}

A Name Without A Namespace Is In local
    ${short} =    Skills    resolve    app    --json
    ${full} =    Skills    resolve    local/app    --json
    Should Have Ended With    ${short}    0
    Should Be Equal    ${full.stdout}    ${short.stdout}

Resolve Answers In One JSON Document
    ${result} =    Skills    resolve    app    --json
    Should Have Ended With    ${result}    0
    Should Be Empty    ${result.stderr}
    ${answer} =    Parsed    ${result}
    Should Be Equal As Integers    1    ${answer}[schema_version]
    Should Be Equal    resolve    ${answer}[command]
    Should Be Equal    local/app    ${answer}[skill]
    ${names} =    Evaluate    [each["name"] for each in $answer["tools"]]
    Lists Should Be Equal    ${TOOLS_OF_APP}    ${names}
    ${positions} =    Evaluate    [each["position"] for each in $answer["tools"]]
    ${expected} =    Evaluate    [1, 2, 3, 4, 5]
    Lists Should Be Equal    ${expected}    ${positions}
    ${access} =    Evaluate    [each["access"] for each in $answer["tools"]]
    ${expected} =    Create List    read_only    unknown    unknown    unknown    write
    Lists Should Be Equal    ${expected}    ${access}
    ${tool} =    Set Variable    ${answer}[tools][0]
    Should Be Equal    local/base    ${tool}[source_skill]
    Should Be Equal    local/app    ${tool}[via]
    Should Be Equal    ${True}    ${tool}[by_override]
    ${expected} =    Evaluate    {"read_only": True, "timeout": 9}
    Dictionaries Should Be Equal    ${expected}    ${tool}[overrides]
    Should Be Equal    base.yaml    ${tool}[location][file]
    Should Be Equal As Integers    2    ${tool}[location][line]
    ${expected} =    Create List    wiki
    Lists Should Be Equal    ${expected}    ${answer}[summary][unlisted_mcp_servers]
    Should Be Equal As Integers    5    ${answer}[summary][total_tools]
    Should Be Empty    ${answer}[diagnostics]

Resolve Shows A Table To People
    ${result} =    Skills    resolve    app
    Should Have Ended With    ${result}    0
    Should Contain    ${result.stdout}    local/app: at least 5 tools from 2 skills
    FOR    ${tool}    IN    @{TOOLS_OF_APP}    mcp:wiki/*
        Should Contain X Times    ${result.stdout}    ${SPACE}${tool}${SPACE}    1
    END

Summary Counts The Powers
    ${result} =    Skills    summary    app    base    --json
    Should Have Ended With    ${result}    0
    ${answer} =    Parsed    ${result}
    ${counts} =    Evaluate
    ...    [(each["skill"], each["summary"]["total_tools"], each["summary"]["write_tools"]) for each in $answer["skills"]]
    ${expected} =    Evaluate    [("local/app", 5, 1), ("local/base", 2, 0)]
    Lists Should Be Equal    ${expected}    ${counts}

List And Show Find The Skills
    ${result} =    Skills    list    --format    names
    ${names} =    Split To Lines    ${result.stdout}
    ${expected} =    Create List    local/app    local/base
    Lists Should Be Equal    ${expected}    ${names}
    ${result} =    Skills    show    base    --json
    Should Have Ended With    ${result}    0
    ${answer} =    Parsed    ${result}
    ${expected} =    Create List    local/app
    Lists Should Be Equal    ${expected}    ${answer}[included_by]

Check Fails On A Circle And Passes After The Mend
    ${result} =    Skills    check
    Should Have Ended With    ${result}    0
    Should Be Equal    no findings in 2 skills (2 files)    ${result.stdout}
    Write A Circle
    ${result} =    Skills    check
    Should Have Ended With    ${result}    1
    Should Contain    ${result.stdout}    ${CIRCLE}
    ${result} =    Skills    check    --format    concise
    Should Have Ended With    ${result}    1
    Should Match Regexp    ${result.stdout}    (?m)^catalogs/round\\.yaml:2:12: SK203 ${CIRCLE}$
    ${result} =    Skills    check    --json
    Should Have Ended With    ${result}    1
    ${answer} =    Parsed    ${result}
    Length Should Be    ${answer}[diagnostics]    1
    Should Be Equal    SK203    ${answer}[diagnostics][0][code]
    Should Be Equal    ${CIRCLE}    ${answer}[diagnostics][0][message]
    Create File    ${FOLDER}/catalogs/trip.yaml    name: local/trip\n
    ${result} =    Skills    check
    Should Have Ended With    ${result}    0
    Should Be Equal    no findings in 4 skills (4 files)    ${result.stdout}

A Circle Has No Resolution, And JSON Says So Too
    Write A Circle
    ${result} =    Skills    resolve    round
    Should Have Ended With    ${result}    1
    Should Be Empty    ${result.stdout}
    Should Contain    ${result.stderr}    ${CIRCLE}
    ${result} =    Skills    resolve    round    --json
    Should Have Ended With    ${result}    1
    ${answer} =    Parsed    ${result}
    Should Be Equal    ${None}    ${answer}[tools]
    Should Be Equal    SK203    ${answer}[error][code]
    Should Be Equal    ${CIRCLE}    ${answer}[error][message]
    ${expected} =    Create List    local/round    local/trip    local/round
    Lists Should Be Equal    ${expected}    ${answer}[error][path]

A Broken File Does Not Matter To Skills That Do Not Reach It
    Create File    ${FOLDER}/catalogs/bad.yaml    name: local/bad\ntools: plan\n
    ${result} =    Skills    resolve    base    --format    names
    Should Have Ended With    ${result}    0
    Should Be Equal    read_file\nmcp:tracker/search    ${result.stdout}
    Should Be Empty    ${result.stderr}
    ${result} =    Skills    resolve    bad
    Should Have Ended With    ${result}    1
    Should Contain    ${result.stderr}    catalogs/bad.yaml:2:8
    ${result} =    Skills    check    --format    concise
    Should Have Ended With    ${result}    1
    Should Contain    ${result.stdout}    catalogs/bad.yaml:2:8: SK106

What Could Not Be Done Ends With 2 And Says What Would Work
    ${result} =    Skills    resolve    appp
    Should Have Ended With    ${result}    2
    Should Be Empty    ${result.stdout}
    Should Contain    ${result.stderr}    no skill `local/appp` in catalogs
    Should Contain    ${result.stderr}    did you mean `local/app`?
    ${result} =    Skills    resolve    appp    --json
    Should Have Ended With    ${result}    2
    ${answer} =    Parsed    ${result}
    Should Be Equal    unknown-skill    ${answer}[error][code]
    ${result} =    Skills    list    --catalog    elsewhere
    Should Have Ended With    ${result}    2
    Should Contain    ${result.stderr}    no such folder: elsewhere
    ${result} =    Skills    check    --wrong
    Should Have Ended With    ${result}    2
    Should Contain    ${result.stderr}    --wrong
    ${result} =    Skills    lint
    Should Have Ended With    ${result}    2
    Should Contain    ${result.stderr}    `check`
    Create Directory    ${FOLDER}/empty
    ${result} =    Skills    check    empty
    Should Have Ended With    ${result}    2
    Should Contain    ${result.stderr}    no skill file in empty
    ${result} =    Skills    check    empty    --allow-empty
    Should Have Ended With    ${result}    0

The Catalog Is The Option's, Else The Environment's, Else The Folder Above
    Create File    ${FOLDER}/first/a.yaml    name: local/first\n
    Create File    ${FOLDER}/second/b.yaml    name: local/second\n
    Create Directory    ${FOLDER}/catalogs/deep/down
    ${result} =    Skills    list    --format    names    --catalog    first    --catalog    second
    Should Be Equal    local/first\nlocal/second    ${result.stdout}
    ${result} =    Run Process
    ...    ${PROGRAM}    list    --format    names    cwd=${FOLDER}    env:SKILLS_CATALOG=second
    Should Be Equal    local/second    ${result.stdout}
    ${result} =    Run Process
    ...    ${PROGRAM}    list    --format    names    cwd=${FOLDER}/catalogs/deep/down    env:SKILLS_CATALOG=
    Should Be Equal    local/app\nlocal/base    ${result.stdout}

The Project's Own Catalog Is Used In The Project's Folder
    ${result} =    Run    ${PROGRAM}    resolve    local/a    --json    cwd=${CURDIR}/..
    Should Have Ended With    ${result}    0
    ${answer} =    Parsed    ${result}
    Should Be Equal    local/a    ${answer}[skill]
    Should Not Be Empty    ${answer}[tools]

Why Tells The Way To A Tool, And Ends With 1 Without One
    ${result} =    Skills    why    app    read_file
    Should Have Ended With    ${result}    0
    Should Match Regexp    ${result.stdout}    (?m)^1 +> +local/app +includes +local/base +catalogs/app\\.yaml:3:
    Should Match Regexp    ${result.stdout}    (?m)^ +local/base +declares +read_file +catalogs/base\\.yaml:2:
    ${none} =    Skills    why    app    read_fil
    Should Have Ended With    ${none}    1
    Should Contain    ${none.stderr}    did you mean `read_file`

Tree And Graph Draw The Includes, Circles Too
    Write A Circle
    ${tree} =    Skills    tree    base    --invert    --format    names
    Should Have Ended With    ${tree}    0
    Should Be Equal    local/base\nlocal/app    ${tree.stdout}
    ${round} =    Skills    tree    round
    Should Have Ended With    ${round}    1
    Should Contain    ${round.stdout}    closes a cycle
    ${graph} =    Skills    graph    +app    --format    dot
    Should Have Ended With    ${graph}    0
    Should Contain    ${graph.stdout}    "local/app" -> "local/base";

An Edit Is Told By Whom It Reaches
    ${names} =    Skills    list    base+    --format    names
    Should Have Ended With    ${names}    0
    Should Be Equal    local/app\nlocal/base    ${names.stdout}

Diff Says What A Change Does, And Fails Only When It Is To
    Copy Directory    ${FOLDER}/catalogs    ${FOLDER}/before
    Create File
    ...    ${FOLDER}/catalogs/base.yaml
    ...    name: local/base\ntools: [{name: read_file, read_only: true, timeout: 1}, {name: write_file, writes: true}]\nmcp_servers: [{name: tracker, command: tracker-mcp, tools: [search]}]\n
    ${result} =    Skills    diff    before    catalogs    --json
    Should Have Ended With    ${result}    0
    ${answer} =    Parsed    ${result}
    ${told} =    Evaluate    [(c["effect"], c["skill"], c["name"], c["what"], c["through"]) for c in $answer["changes"]]
    ${expected} =    Evaluate    [("widened", "local/base", "write_file", ["added"], ["local/app"])]
    Should Be Equal    ${expected}    ${told}
    ${gate} =    Skills    diff    before    catalogs    --fail-on    widened
    Should Have Ended With    ${gate}    1
    [Teardown]    Remove Directory    ${FOLDER}/before    recursive=${True}

A Lock Holds The Catalog To What Was Reviewed
    ${lock} =    Skills    lock
    Should Have Ended With    ${lock}    0
    Should Be Equal    2 skills, 7 tools written to skills.lock    ${lock.stdout}
    ${same} =    Skills    check    --locked
    Should Have Ended With    ${same}    0
    Create File
    ...    ${FOLDER}/catalogs/base.yaml
    ...    name: local/base\ntools: [{name: read_file, read_only: true, timeout: 1}]\nmcp_servers: [{name: tracker, command: other-mcp, tools: [search]}]\n
    ${other} =    Skills    check    --locked
    Should Have Ended With    ${other}    1
    Should Contain    ${other.stdout}    SK393
    [Teardown]    Remove File    ${FOLDER}/skills.lock

Colour Is There When Asked For, And Never With NO_COLOR
    ${escape} =    Evaluate    "\\x1b["
    ${plain} =    Skills    resolve    app
    Should Not Contain    ${plain.stdout}    ${escape}
    ${forced} =    Run Process
    ...    ${PROGRAM}    resolve    app    cwd=${FOLDER}    env:FORCE_COLOR=1    env:NO_COLOR=
    Should Contain    ${forced.stdout}    ${escape}
    ${without} =    Evaluate    re.sub(r"\\x1b\\[[0-9;]*m", "", $forced.stdout)    modules=re
    Should Be Equal    ${plain.stdout}    ${without}
    ${off} =    Run Process
    ...    ${PROGRAM}    resolve    app    cwd=${FOLDER}    env:FORCE_COLOR=1    env:NO_COLOR=1
    Should Be Equal    ${plain.stdout}    ${off.stdout}
    ${asked} =    Run Process
    ...    ${PROGRAM}    resolve    app    --color    always    cwd=${FOLDER}    env:NO_COLOR=1
    Should Be Equal    ${forced.stdout}    ${asked.stdout}

A Reader That Stays Gets Everything
    Write A Big Skill
    ${result} =    Resolve Into    wc -l
    Should Be Equal As Integers    ${BIG}    ${result.stdout}
    Should Be Equal    ended with 0    ${result.stderr}

A Reader That Goes Away Ends It Quietly
    [Template]    Should Notice That The Reader Went Away
    # Python writes in another way when it is told not to buffer, as container images tend to do.
    ${EMPTY}
    1


Servers Are Asked Only When It Is Told To
    [Documentation]    Nothing that a catalog names is started without --run.
    ${plan} =    Skills    mcp    list-tools    app
    Should Have Ended With    ${plan}    0
    Should Contain    ${plan.stdout}    tracker-mcp
    Should End With    ${plan.stdout}    nothing was started or contacted: `--run` does

*** Keywords ***
Find The Program
    [Documentation]    The program under test is the one installed beside the Python that runs this.
    ${python} =    Evaluate    sys.executable    modules=sys
    ${program} =    Evaluate    shutil.which("skills", path=os.path.dirname($python))    modules=os,shutil
    Should Not Be Equal    ${None}    ${program}    No program `skills` is installed beside ${python}
    ${other} =    Evaluate
    ...    shutil.which("cleveragents-skills", path=os.path.dirname($python))
    ...    modules=os,shutil
    Should Not Be Equal    ${None}    ${other}
    ${root} =    Evaluate    os.path.realpath(tempfile.mkdtemp())    modules=os,tempfile
    VAR    ${PYTHON}    ${python}    scope=SUITE
    VAR    ${PROGRAM}    ${program}    scope=SUITE
    VAR    ${OTHER_NAME}    ${other}    scope=SUITE
    VAR    ${ROOT}    ${root}    scope=SUITE
    VAR    ${FOLDER}    ${root}${/}work    scope=SUITE

Write The Catalog
    Remove Directory    ${FOLDER}    recursive=${True}
    Create File
    ...    ${FOLDER}/catalogs/app.yaml
    ...    name: local/app\nincludes:\n${SPACE*2}- {name: local/base, overrides: {read_file: {timeout: 9}}}\ntools: [plan]\ninline_tools: [{description: Greet}, {name: save, writes: true}]\nmcp_servers: [{name: wiki, url: "https://wiki.example/mcp"}]${SPACE*2}# skills: ignore[SK320] it depends on the account\n
    Create File
    ...    ${FOLDER}/catalogs/base.yaml
    ...    name: local/base\ntools: [{name: read_file, read_only: true, timeout: 1}]\nmcp_servers: [{name: tracker, command: tracker-mcp, tools: [search]}]\n

Write A Circle
    Create File    ${FOLDER}/catalogs/round.yaml    name: local/round\nincludes: [local/trip]\n
    Create File    ${FOLDER}/catalogs/trip.yaml    name: local/trip\nincludes: [local/round]\n

Write A Big Skill
    [Documentation]    Its names are more than a pipe holds: the program still writes when a reader goes.
    ${tools} =    Evaluate    ", ".join(f"tool_{number:05}" for number in range(${BIG}))
    Create File    ${FOLDER}/catalogs/big.yaml    {name: local/big, tools: [${tools}]}${SPACE*2}# skills: ignore[SK341] it is meant to be big

Resolve Into
    [Documentation]    Pipe the names of the big skill into a command; standard error tells our exit code.
    [Arguments]    ${reader}    ${unbuffered}=${EMPTY}
    ${result} =    Run Process
    ...    sh    -c    { "$0" resolve big --format names; echo "ended with $?" >&2; } | ${reader}    ${PROGRAM}
    ...    cwd=${FOLDER}
    ...    env:PYTHONUNBUFFERED=${unbuffered}
    RETURN    ${result}

Should Notice That The Reader Went Away
    [Arguments]    ${unbuffered}
    Write A Big Skill
    ${result} =    Resolve Into    head -n 1    ${unbuffered}
    Should Be Equal    tool_00000    ${result.stdout}
    Should Be Equal    ended with 141    ${result.stderr}

Skills
    [Arguments]    @{arguments}
    ${result} =    Run    ${PROGRAM}    @{arguments}
    RETURN    ${result}

Run
    [Documentation]    Run a program in the folder above the catalog, whatever the caller's environment sets.
    [Arguments]    @{command}    ${cwd}=${FOLDER}
    ${result} =    Run Process
    ...    @{command}
    ...    cwd=${cwd}
    ...    env:SKILLS_CATALOG=
    ...    env:SKILLS_FORMAT=
    ...    env:FORCE_COLOR=
    ...    env:NO_COLOR=
    RETURN    ${result}

Should Have Ended With
    [Arguments]    ${result}    ${code}
    Should Be Equal As Integers
    ...    ${code}
    ...    ${result.rc}
    ...    stdout: ${result.stdout}\nstderr: ${result.stderr}\nexit code
    Should Not Contain    ${result.stderr}    Traceback

Parsed
    [Documentation]    Give the one JSON document that is the whole of standard output.
    [Arguments]    ${result}
    ${answer} =    Evaluate    json.loads($result.stdout)    modules=json
    RETURN    ${answer}
