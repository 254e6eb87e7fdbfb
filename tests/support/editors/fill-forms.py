"""Fills in one half of forms by pypdf and qpdf, and tells what forms hold: tasks in, answers out, as JSON."""

import json
import sys

import pikepdf
import pypdf

FILLED = {"line": "ALICE", "lines": "one\ntwo", "code": "1234", "choice": "pears", "copies": "twice"}
STATES = {"box": "Yes", "size": "M"}


def by_pypdf(source, target, half):
    writer = pypdf.PdfWriter()
    writer.clone_document_from_reader(pypdf.PdfReader(source))
    values = {f"{half} {name}": value for name, value in FILLED.items()}
    values[f"{half} box"] = "/Yes"
    for page in writer.pages:
        writer.update_page_form_field_values(page, values)
    writer.write(target)


def by_qpdf(source, target, half):
    with pikepdf.open(source) as pdf:
        fields = {str(field.T): field for field in pdf.Root.AcroForm.Fields}
        for name, value in FILLED.items():
            fields[f"{half} {name}"].V = value
        fields[f"{half} choice"].Opt.append("figs")
        for name, state in STATES.items():
            field = fields[f"{half} {name}"]
            field.V = pikepdf.Name("/" + state)
            for widget in field.get("/Kids", [field]):
                widget.AS = field.V if "/" + state in widget.AP.N else pikepdf.Name.Off
        pdf.Root.AcroForm.NeedAppearances = True
        pdf.generate_appearance_streams()
        page = pdf.pages[1 if half == "left" else 2]
        page.contents_add(b"BT /Helv 24 Tf 60 200 Td (A stamp) Tj ET")
        page.Resources.XObject.X.write(b"1 0 0 rg 0 0 90 90 re f")
        mark = page.Annots[-1]
        mark.Contents = "changed"
        mark.QuadPoints[0] = 70
        mark.AP.N.write(b"0 1 0 rg 0 0 240 30 re f")
        pdf.attachments[half].obj.EF.F.write(b"other words")
        pdf.save(target)


def held_by(path):
    """Values and states of fields, words of marks and attached files."""
    held = {}
    with pikepdf.open(path) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            for place, shown in enumerate(page.Annots):
                field = shown.get("/Parent", shown)
                name = field.get("/T", shown.get("/NM"))
                told = [shown.get(key, field.get(key)) for key in ("/V", "/AS", "/Opt", "/Contents", "/QuadPoints")]
                held[f"{name}, {number}.{place}"] = repr(told)
        for name, file in pdf.attachments.items():
            held[name] = file.get_file().read_bytes().decode()
    return held


PROGRAMS = {"pypdf": by_pypdf, "qpdf": by_qpdf}

answers = []
for task in json.load(sys.stdin):
    if task["program"] in PROGRAMS:
        PROGRAMS[task["program"]](task["source"], task["target"], task["half"])
    answers.append(held_by(task["target"]))
print(json.dumps(answers))
