"""The options that commands share. Typer reads their annotations, so those are not postponed."""

from typing import Annotated, NamedTuple

import typer

from cleveragents_skills.cli.completion import complete_format, complete_skill

Catalogs = Annotated[
    list[str] | None,
    typer.Option(
        "--catalog",
        metavar="DIR",
        help="Folder of skill files; repeat it for several. Default: SKILLS_CATALOG, the config,"
        " or the folder `catalogs` here or above.",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="FORMAT", help="How to answer.", autocompletion=complete_format
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Short for --format json.")]
Color = Annotated[str, typer.Option("--color", metavar="WHEN", help="auto, always or never.")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but the answer.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Say what was read, and how long.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show where a fault of the program is.")]
AllowEmpty = Annotated[
    bool, typer.Option("--allow-empty", help="A catalog without any skill file is fine.")
]
Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="A skill; without a namespace, local/NAME.",
        autocompletion=complete_skill,
    ),
]

Selectors = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SELECTOR...]",
        help="Names; globs such as 'team/*'; NAME+, with all that includes it; +NAME, with all that"
        " it includes; uses:TOOL; changed:REF.",
        autocompletion=complete_skill,
    ),
]


class Common(NamedTuple):
    """The options that every command has, with their defaults."""

    catalog: Catalogs = None
    format: Format = None
    json: Json = False
    color: Color = "auto"
    quiet: Quiet = False
    verbose: Verbose = False
    debug: Debug = False
