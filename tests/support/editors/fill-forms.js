// Fills in one half of forms by MuPDF: mutool run fill-forms.js SOURCE TARGET HALF ...
var TEXTS = { line: 'ALICE', lines: 'one\ntwo', code: '1234', copies: 'twice' };

for (var i = 0; i < scriptArgs.length; i += 3) fillHalf(scriptArgs[i], scriptArgs[i + 1], scriptArgs[i + 2]);

function fillHalf(source, target, half) {
  var pdf = new PDFDocument(source);
  for (var number = 0; number < pdf.countPages(); number++) fillPage(pdf.loadPage(number), half);
  editPage(pdf, half === 'left' ? 1 : 2);
  pdf.save(target, '');
}

function fillPage(page, half) {
  var radios = 0;
  page.getWidgets().forEach(function (widget) {
    var label = widget.getLabel();
    if (label.indexOf(half + ' ') !== 0) return;
    var name = label.slice(half.length + 1);
    if (name in TEXTS) widget.setTextValue(TEXTS[name]);
    if (name === 'choice') widget.setChoiceValue('pears');
    if (name === 'box') widget.toggle();
    if (name === 'size' && radios++ === 1) widget.toggle();
    widget.update();
  });
  page.update();
}

function editPage(pdf, number) {
  var entries = pdf.findPage(number);
  var contents = entries.Contents;
  var drawing = contents.readStream();
  drawing.write(' BT /Helv 24 Tf 60 200 Td (A stamp) Tj ET');
  contents.writeStream(drawing);
  entries.Resources.XObject.X.writeStream('1 0 0 rg 0 0 90 90 re f');
  var page = pdf.loadPage(number);
  var mark = page.getAnnotations()[0];
  mark.setColor([0, 1, 0]);
  mark.setContents('changed');
  page.update();
}
