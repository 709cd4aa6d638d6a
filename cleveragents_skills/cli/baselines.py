"""The baseline of `skills check`: findings that are known and put off."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.session import Session, usage
from cleveragents_skills.cli.targets import inputs, refuse_skill_file, refuse_target
from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.rules import is_looked_for
from cleveragents_skills.suppression import Baseline, without_baseline
from cleveragents_skills.writing import write_file


def compared(
    diagnostics: Sequence[Diagnostic], file: str, catalog: Catalog
) -> tuple[Sequence[Diagnostic], int]:
    """Give what the baseline does not list, and how many findings it does.

    A finding is made if it lists what is not there.
    """
    _refuse_odd(file, catalog)
    try:
        with open(file, encoding="utf-8-sig") as stream:
            baseline = Baseline.parse(stream.read())
    except FileNotFoundError:
        hint = "`--write-baseline` makes it"
        raise usage(f"no such baseline: {file}", hint) from None
    except OSError as error:
        raise usage(f"the baseline {file} cannot be read: {_reason(error)}") from None
    except UnicodeDecodeError:
        raise usage(f"the baseline {file} is not encoded in UTF-8") from None
    except ValueError as error:
        hint = "`--write-baseline` writes it anew"
        raise usage(f"the baseline {file} does not read: {error}", hint) from None
    looked_for = partial(is_looked_for, policy=catalog.policy)
    new, stale = without_baseline(diagnostics, baseline, file, looked_for, _unchecked(catalog))
    listed = len(diagnostics) - len(new)
    return [*catalog.policy.weighed([stale] if stale else []), *new], listed


def written(
    file: str, catalog: Catalog, session: Session, paths: Sequence[str]
) -> tuple[Sequence[Diagnostic], int]:
    """Write the baseline of all that is found; give what cannot be put off, and how much is.

    It must not be what a check of the paths reads.
    """
    _refuse_odd(file, catalog)
    refuse_target("baseline", file, inputs(session, paths), session)
    found = catalog.diagnostics
    baseline = Baseline.of(found)
    try:
        write_file(file, baseline.to_json().encode())
    except OSError as error:
        raise usage(f"the baseline {file} cannot be written: {_reason(error)}") from None
    left = [each for each in found if each.fingerprint not in baseline.entries]
    return left, len(found) - len(left)


def _refuse_odd(file: str, catalog: Catalog) -> None:
    """End the command if no baseline can be there: in a skill file, or a pipe, which would wait.

    `-` is taken for no name of a file, since it stands for a stream elsewhere.
    """
    if file == "-":
        raise usage("the baseline `-` is not a stream", "`./-` names a file that is called so")
    refuse_skill_file("baseline", file, catalog)
    if os.path.exists(file) and not os.path.isfile(file) and not os.path.isdir(file):
        raise usage(f"the baseline {file} is a pipe, socket or device", "name a file")


def _unchecked(catalog: Catalog) -> set[str]:
    """Give the files of which something does not read or fit, or is defined twice.

    That is so whatever the policy and comments leave out.
    """
    stopping = [each for each in catalog.loading if each.code.stops]
    related = [each.location for found in stopping for each in found.related]
    return {place.file for place in (*(each.location for each in stopping), *related) if place}


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
