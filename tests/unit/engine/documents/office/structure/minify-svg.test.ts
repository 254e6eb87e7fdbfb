import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import type { OfficePackage } from '#engine/documents/office/office-package.ts';
import { minifyDrawings } from '#engine/documents/office/structure/minify-svg.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">';
/** What the step makes of a package's only drawing; null where it stays. */
async function minify(drawing: string | Uint8Array): Promise<string | null> {
  const bytes = typeof drawing === 'string' ? new TextEncoder().encode(drawing) : drawing;
  const replaced: Uint8Array[] = [];
  const opc = {
    parts: [{ name: '/a.svg', contentType: 'image/svg+xml' }],
    read: () => Promise.resolve(bytes),
    replace: (_: unknown, content: Uint8Array) => replaced.push(content),
  };
  await minifyDrawings.run({ opc, context: engineContext({ codecs }) } as unknown as OfficePackage);
  return replaced[0] ? new TextDecoder().decode(replaced[0]) : null;
}

describe('an SVG', () => {
  it('loses comments, metadata and white space between tags', async () => {
    const source = `${SVG}\n  <!-- a > b -->\n <metadata><a><b/></a>x</metadata>\n  <g>\n <path d="M 0 0"/>\n</g>\n</svg>\n`;
    expect(await minify(source)).toBe(`${SVG}<g><path d="M 0 0"/></g></svg>`);
  });

  it('keeps text, titles and styles letter for letter', async () => {
    const inside =
      '<style> g > a {} <!-- x --> </style><title> a </title><text> a <tspan> b </tspan> <!-- c --> </text>';
    expect(await minify(`${SVG} ${inside} </svg>`)).toBe(`${SVG}${inside}</svg>`);
  });

  it('is drawn as before', async () => {
    const { image } = createNativeCodecs();
    const source = `${SVG} <!-- c --> <rect x="2" y="3" width="9" height="5" fill="#a21"/> <text x="15" y="12"> a <tspan>b</tspan> c </text> </svg>`;
    const after = await minify(source);
    expect(after).not.toBeNull();
    const [a, b] = [await draw(image, source), await draw(image, after!)];
    expect(b).toEqual(a);
  });

  it.each([
    ['scripts', `${SVG} <script>x</script> </svg>`],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG} </svg>`],
    ['CDATA', `${SVG} <![CDATA[ ]]> </svg>`],
    ['kept space', `${SVG} <g xml:space="preserve"> </g> </svg>`],
    ['foreign content', `${SVG} <foreignObject> a </foreignObject> </svg>`],
    ['a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"> <s:text> a </s:text> </s:svg>'],
    ['rules for empty elements', `${SVG} <style>g:empty {}</style> </svg>`],
    ['tags that do not match', `${SVG} <g> </svg>`],
    ['an end that is missing', `${SVG} <g`],
    ['nothing to take out', `${SVG}<g/></svg>`],
  ])('stays as it is with %s', async (_, source) => {
    expect(await minify(source)).toBeNull();
  });

  it('stays as it is in other encodings', async () => {
    const bytes = Uint8Array.from(`<?xml version="1.0" encoding="latin1"?>${SVG} </svg>`, (c) =>
      c.charCodeAt(0),
    );
    expect(await minify(bytes)).toBeNull();
    expect(await minify(Uint8Array.of(...bytes, 0xe9))).toBeNull();
  });
});

type Drawer = ReturnType<typeof createNativeCodecs>['image'];

async function draw(image: Drawer, svg: string): Promise<Uint8Array> {
  return (await image.decode(new TextEncoder().encode(svg))).data;
}
