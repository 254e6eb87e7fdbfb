import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { findPictureUses } from '#engine/documents/office/presentation/find-picture-uses.ts';
import type { PictureUse } from '#engine/documents/office/drawing/picture-use.ts';
import { findMainPart } from '#engine/documents/office/package/main-part.ts';
import { OpcPackage } from '#engine/documents/office/package/opc-package.ts';
import { XmlBudget } from '#engine/documents/office/package/xml-budget.ts';
import { InflateBudget } from '#engine/containers/zip/zip-reader.ts';
import {
  buildDeck,
  EMU_PER_INCH,
  groupShape,
  imageRelationship,
  pictureBackground,
  pictureShape,
  SLIDE_WIDTH_EMU,
  type DeckSpec,
} from '#tests/fixtures/pptx-deck.ts';

const MEDIA = { 'ppt/media/a.png': new Uint8Array([1]) };
const RELATIONSHIPS = [imageRelationship('rId2', 'a.png')];

async function useOf(spec: Partial<DeckSpec> & { shapes?: string }): Promise<PictureUse> {
  const slides = spec.slides ?? [{ shapes: spec.shapes ?? '', relationships: RELATIONSHIPS }];
  const deck = buildDeck({ parts: MEDIA, ...spec, slides });
  const xmlBudget = new XmlBudget(deck.length);
  const budgets = { inflateBudget: new InflateBudget(), xmlBudget };
  const opc = await OpcPackage.open(deck, createNativeCodecs().deflate, budgets);
  const { signal } = new AbortController();
  const uses = await findPictureUses(opc, findMainPart(opc)!, { signal, xmlBudget });
  return uses.get('ppt/media/a.png')!;
}

const inches = (use: PictureUse) => [use.widthEmu / EMU_PER_INCH, use.heightEmu / EMU_PER_INCH];
const picture = { rId: 'rId2', width: 2, height: 1 };

describe('findPictureUses', () => {
  it('takes the size of a picture on a slide', async () => {
    expect(inches(await useOf({ shapes: pictureShape(picture) }))).toEqual([2, 1]);
  });

  it('multiplies the scales of nested groups', async () => {
    const shapes = groupShape(groupShape(pictureShape(picture), 2), 1.5);
    expect(inches(await useOf({ shapes }))).toEqual([6, 3]);
  });

  it('counts what a crop hides', async () => {
    const shapes = pictureShape({ ...picture, sourceRect: 'l="25000" r="25000" b="50000"' });
    expect(inches(await useOf({ shapes }))).toEqual([4, 2]);
  });

  it('reads crops of strict files in percent', async () => {
    const shapes = pictureShape({ ...picture, sourceRect: 'l="25%" r="25%"' });
    expect(inches(await useOf({ shapes, strict: true }))).toEqual([4, 1]);
  });

  it('shrinks a picture that fills part of its frame', async () => {
    const fill = '<a:stretch><a:fillRect l="25000" r="25000"/></a:stretch>';
    expect(inches(await useOf({ shapes: pictureShape({ ...picture, fill }) }))).toEqual([1, 1]);
  });

  it('takes the largest of several uses', async () => {
    const shapes = pictureShape(picture) + pictureShape({ ...picture, id: 11, width: 1, height: 3 });
    expect(inches(await useOf({ shapes }))).toEqual([2, 3]);
  });

  it('takes the slide for a background', async () => {
    const use = await useOf({
      slides: [{ shapes: '', background: pictureBackground('rId2'), relationships: RELATIONSHIPS }],
    });
    expect(use.widthEmu).toBe(SLIDE_WIDTH_EMU);
  });

  it('takes the slide for a picture whose size comes from its layout', async () => {
    const shapes = pictureShape(picture).replace(/<a:xfrm>.*<\/a:xfrm>/, '');
    expect((await useOf({ shapes })).widthEmu).toBe(SLIDE_WIDTH_EMU);
  });

  it('allows for the zoom of an animation', async () => {
    const timing =
      '<p:timing><p:tnLst><p:par><p:cTn id="1"><p:childTnLst><p:animScale><p:cBhvr><p:cTn id="2"/><p:tgtEl>' +
      '<p:spTgt spid="10"/></p:tgtEl></p:cBhvr><p:by x="300000" y="300000"/></p:animScale></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>';
    const slides = [{ shapes: pictureShape(picture), timing, relationships: RELATIONSHIPS }];
    expect(inches(await useOf({ slides }))).toEqual([6, 3]);
  });

  it('knows tiles and replaced colours', async () => {
    const tiled = await useOf({
      shapes: pictureShape({ ...picture, fill: '<a:tile sx="100000" sy="100000"/>' }),
    });
    expect(tiled.isTiled).toBe(true);
    const extra =
      '<a:clrChange><a:clrFrom><a:srgbClr val="FFFFFF"/></a:clrFrom><a:clrTo><a:srgbClr val="FFFFFF"><a:alpha val="0"/></a:srgbClr></a:clrTo></a:clrChange>';
    expect((await useOf({ shapes: pictureShape({ ...picture, extra }) })).needsExactColours).toBe(true);
  });

  it('bounds pictures in a chart by the frame that shows it', async () => {
    const frame =
      `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="c"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="${5 * EMU_PER_INCH}" cy="${3 * EMU_PER_INCH}"/></p:xfrm>` +
      '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId3"/></a:graphicData></a:graphic></p:graphicFrame>';
    const chart =
      '<c:chartSpace xmlns:c="c" xmlns:a="a" xmlns:r="r"><c:spPr><a:blipFill><a:blip r:embed="rId1"/><a:stretch/></a:blipFill></c:spPr></c:chartSpace>';
    const use = await useOf({
      slides: [
        { shapes: frame, relationships: [{ id: 'rId3', type: 'chart', target: '../charts/chart1.xml' }] },
      ],
      parts: {
        ...MEDIA,
        'ppt/charts/chart1.xml': chart,
        'ppt/charts/_rels/chart1.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/a.png"/></Relationships>',
      },
      overrides: {
        'ppt/charts/chart1.xml': 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
      },
    });
    expect(inches(use)).toEqual([5, 3]);
  });

  it('bounds bullets, and knows no size for what nothing draws', async () => {
    const bullet = `<p:sp><p:nvSpPr><p:cNvPr id="3" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:pPr><a:buBlip><a:blip r:embed="rId2"/></a:buBlip></a:pPr></a:p></p:txBody></p:sp>`;
    expect(inches(await useOf({ shapes: bullet }))).toEqual([2, 2]);
    expect((await useOf({ shapes: '' })).widthEmu).toBe(Infinity);
  });
});
