"""Changes the second slide of decks, by LibreOffice or part by part, and draws decks: tasks in, what slides say out, as JSON."""

import io
import json
import os
import posixpath
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

CHANGES = {"Same words": "Other words", "Same notes": "Other notes", "Sales": "Costs"}
FILTERS = {".pdf": "impress_pdf_Export", ".pptx": "Impress MS PowerPoint 2007 XML"}


class Package:
    """Parts of a package by name."""

    def __init__(self, data):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.parts = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}

    def slides(self):
        """For each slide the names of its part, its notes, its charts and their workbooks."""
        order = ElementTree.fromstring(self.parts["ppt/presentation.xml"])
        ids = [value for slide in order.iter() if slide.tag.endswith("}sldId") for key, value in slide.items() if key.endswith("}id")]
        found = {identity: target for identity, _, target in self.related("ppt/presentation.xml")}
        for identity in ids:
            names = [found[identity]]
            for name in names:
                names += [target for _, kind, target in self.related(name) if kind in ("notesSlide", "chart", "package")]
            yield names

    def related(self, name):
        folder, file = posixpath.split(name)
        relationships = self.parts.get(f"{folder}/_rels/{file}.rels", b"<none/>")
        for each in ElementTree.fromstring(relationships):
            target = posixpath.normpath(posixpath.join("/", folder, each.get("Target")))
            yield each.get("Id"), each.get("Type").split("/")[-1], target.lstrip("/")

    def written(self):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self.parts.items():
                archive.writestr(name, data)
        return file.getvalue()


def change_parts(source, target):
    """As python-pptx does it, which Debian lacks: parts are found by their relationships and changed where they are."""
    deck = Package(Path(source).read_bytes())
    for name in list(deck.slides())[1]:
        deck.parts[name] = changed(name, deck.parts[name])
    Path(target).write_bytes(deck.written())


def changed(name, data):
    if name.endswith(".xlsx"):
        workbook = Package(data)
        workbook.parts = {part: changed(part, content) for part, content in workbook.parts.items()}
        return workbook.written()
    for old, new in CHANGES.items():
        data = data.replace(old.encode(), new.encode())
    return data


def said_by(path):
    """The words of each slide, its notes, its charts and their workbooks."""
    deck = Package(Path(path).read_bytes())
    return [" ".join(words for name in names for words in words_of(name, deck.parts[name])) for names in deck.slides()]


def words_of(name, data):
    if name.endswith(".xlsx"):
        for part, content in Package(data).parts.items():
            if "sharedStrings" in part:
                yield from words_of(part, content)
        return
    tree = ElementTree.fromstring(data)
    # What a field says, such as the number of its slide, LibreOffice fills in when it comes to draw it.
    filled = {element for field in tree.iter() if tag_of(field) == "fld" for element in field.iter()}
    for element in tree.iter():
        if tag_of(element) in ("t", "v") and element.text and element not in filled:
            yield element.text


def tag_of(element):
    return element.tag.split("}")[-1]


class Office:
    """LibreOffice, started once."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        address = f"pipe,name=deck-editor-{os.getpid()};urp;"
        profile = f"-env:UserInstallation=file://{self.profile.name}"
        self.process = subprocess.Popen(["soffice", "--headless", "--norestore", profile, f"--accept={address}"])
        here = uno.getComponentContext()
        resolver = here.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", here)
        while True:
            try:
                self.context = resolver.resolve(f"uno:{address}StarOffice.ComponentContext")
                break
            except NoConnectException:
                if self.process.poll() is not None:
                    raise
                time.sleep(0.1)
        self.desktop = self.service("com.sun.star.frame.Desktop")

    def service(self, name):
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def draw(self, source, target, picture=None):
        deck = self.desktop.loadComponentFromURL(Path(source).as_uri(), "_blank", 0, (entry("Hidden", True),))
        if picture is not None:
            self.change_second_slide(deck, picture)
        deck.storeToURL(Path(target).as_uri(), (entry("FilterName", FILTERS[Path(target).suffix]),))
        deck.close(True)

    def change_second_slide(self, deck, picture):
        slide = deck.DrawPages.getByIndex(1)
        for page in (slide, slide.NotesPage):
            for shape in [page.getByIndex(place) for place in range(page.Count)]:
                if getattr(shape, "String", None) in CHANGES:
                    shape.String = CHANGES[shape.String]
                elif shape.ShapeType.endswith("GraphicObjectShape"):
                    graphics = self.service("com.sun.star.graphic.GraphicProvider")
                    shape.Graphic = graphics.queryGraphic((entry("URL", Path(picture).as_uri()),))

    def stop(self):
        self.desktop.terminate()
        self.process.wait()
        self.profile.cleanup()


def entry(name, value):
    return PropertyValue(Name=name, Value=value)


office = Office()
ways = {"office": office.draw, "parts": change_parts}
answers = []
try:
    for task in json.load(sys.stdin):
        ways[task.pop("by")](**task)
        answers.append(said_by(task["target"]) if task["target"].endswith(".pptx") else [])
finally:
    office.stop()
print(json.dumps(answers))
