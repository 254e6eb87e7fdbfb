import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FILE_KINDS, KIND_INFO } from '../../../../workers/engine/api/kinds.ts';
import { installManifest } from '../../../../app/pwa/install-manifest.ts';

interface Picture {
  readonly src: string;
}
interface Manifest {
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly share_target: {
    readonly params: { readonly files: readonly [{ readonly accept: readonly string[] }] };
  };
  readonly file_handlers: readonly [{ readonly accept: Readonly<Record<string, readonly string[]>> }];
}
const manifest = installManifest() as Manifest;

it('names pictures that exist', () => {
  const missing = [...manifest.icons, ...manifest.screenshots].filter(
    ({ src }) => !existsSync(`public${src}`),
  );
  expect(missing).toEqual([]);
});

it('takes the five kinds from the share sheet and from the file manager', () => {
  const types = FILE_KINDS.map((kind) => KIND_INFO[kind].mimeTypes[0]);
  expect(Object.keys(manifest.file_handlers[0].accept)).toEqual(types);
  const shared = manifest.share_target.params.files[0].accept;
  expect(shared).toEqual(expect.arrayContaining(types));
  for (const kind of FILE_KINDS) expect(shared).toContain(`.${KIND_INFO[kind].extensions[0]}`);
});
