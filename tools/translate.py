"""Begin a translation, or bring one up to date: `python tools/translate.py de`, or `make translation LANGUAGE=de`.

For every package it writes `locale/LANGUAGE.po` beside the English file: the same keys in the same order, the English texts as
comments, as many plural forms as the language has. What is translated already is kept, and marked as fuzzy if the English text
has changed since. Then it says what is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parents[1] / "src" / "calumma"
SAYS = "English: "  # begins the comment with the English text


def main(language: str) -> int:
    """Write the catalogues of a language and tell how far they are."""
    try:
        locale = Locale.parse(language)
    except (ValueError, UnknownLocaleError):
        print(f'cannot translate to "{language}": expected a language code, like de or pt_BR')
        return 2
    missing = 0
    for english in sorted(PACKAGE.rglob("locale/en.po")):
        target = english.with_name(f"{language}.po")
        catalogue = translated(english, target, locale)
        target.write_bytes(written(catalogue))
        left = [message for message in catalogue if message.id and (message.fuzzy or not is_whole(message, catalogue))]
        missing += len(left)
        print(f"{target.relative_to(PACKAGE)}: {len(catalogue) - len(left)} of {len(catalogue)} translated")
    print(f"{missing} messages are missing; they are said in English until then")
    return 0


def translated(english: Path, target: Path, locale: Locale) -> Catalog:
    """Return the catalogue of a language with all keys of the English one and what is translated so far."""
    before = load(target, locale) if target.exists() else Catalog(locale)
    found = Catalog(locale, header_comment=f"# {locale.get_language_name('en')}. How to translate: docs/translating.md.")
    for message in load(english, Locale("en")):
        if not message.id:
            continue
        texts = list(told(message))
        old = before.get(key_of(message), message.context)
        string = old.string if old is not None else ("",) * found.num_plurals if message.pluralizable else ""
        changed = old is not None and is_whole(old, before) and words(old.auto_comments) != words(texts)
        fuzzy = ["fuzzy"] if changed or (old is not None and old.fuzzy) else []
        found.add(message.id, string, flags=fuzzy, auto_comments=texts, context=message.context)
    return found


def load(path: Path, locale: Locale) -> Catalog:
    """Return the catalogue of a file."""
    with path.open("rb") as file:
        return read_po(file, locale, abort_invalid=True)


def key_of(message: Message) -> str:
    """Return the key of a message."""
    return message.id[0] if message.pluralizable else message.id


def told(message: Message) -> Iterator[str]:
    """Return what stands beside a message for its translator: the English text, each form of it in a line."""
    for form in message.string if message.pluralizable else (message.string,):
        yield SAYS + form.replace("\n", "\\n")


def words(comments: Iterable[str]) -> list[str]:
    """Return the words of comments, which a tool may have broken into lines in other places."""
    return " ".join(comments).split()


def is_whole(message: Message, catalogue: Catalog) -> bool:
    """Return whether a message has a text in every form."""
    forms = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    return all(forms) and len(forms) == (catalogue.num_plurals if message.pluralizable else 1)


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file, without dates that would change with every run."""
    file = BytesIO()
    write_po(file, catalogue, width=0, omit_header=True)
    rule = f"nplurals={catalogue.num_plurals}; plural={catalogue.plural_expr};"
    lines = [catalogue.header_comment, 'msgid ""', 'msgstr ""', f'"Language: {catalogue.locale}\\n"']
    lines += ['"Content-Type: text/plain; charset=UTF-8\\n"', f'"Plural-Forms: {rule}\\n"', "", ""]
    return "\n".join(lines).encode() + file.getvalue()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
