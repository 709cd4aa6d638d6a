"""The baseline of `skills check`: findings that are known and put off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.session import usage
from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.report import Report
from cleveragents_skills.rules import is_looked_for
from cleveragents_skills.suppression import Baseline, without_baseline
from cleveragents_skills.views.check import baseline_report
from cleveragents_skills.writing import write_file


def compared(
    diagnostics: Sequence[Diagnostic], file: str, catalog: Catalog
) -> tuple[Sequence[Diagnostic], int]:
    """Give what the baseline does not list, and how many findings it does.

    A finding is made if it lists what is not there.
    """
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


def written(file: str, catalog: Catalog) -> Report:
    """Write the baseline of all that is found, and give the report of that."""
    found = catalog.diagnostics
    baseline = Baseline.of(found)
    try:
        write_file(file, baseline.to_json().encode())
    except OSError as error:
        raise usage(f"the baseline {file} cannot be written: {_reason(error)}") from None
    kept = [each for each in found if each.fingerprint in baseline.entries]
    return baseline_report(file, kept, len(found) - len(kept))


def _unchecked(catalog: Catalog) -> set[str]:
    """Give the files of which something does not read or fit, or is defined twice.

    That is so whatever the policy and comments leave out.
    """
    stopping = [each for each in catalog.loading if each.code.stops]
    related = [each.location for found in stopping for each in found.related]
    return {place.file for place in (*(each.location for each in stopping), *related) if place}


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
