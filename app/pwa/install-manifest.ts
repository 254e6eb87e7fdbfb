import { FILE_KINDS, KIND_INFO } from '#engine/api/kinds.ts';
import { brand } from '../content/brand.ts';
import { extensionsOf } from '../compressor/selection/selection.ts';
import { SHARED_FIELD } from './shared-inbox.ts';

/** How the app appears when installed, and what the system may hand to it. Source: W3C Web Application Manifest. */
export function installManifest(): object {
  const types = FILE_KINDS.map((kind) => [KIND_INFO[kind].mimeTypes[0], extensionsOf(kind)] as const);
  return {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    lang: 'en',
    dir: 'ltr',
    categories: ['productivity', 'utilities'],
    start_url: '/compress',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    theme_color: '#fbfaf8',
    background_color: '#fbfaf8',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...(['any', 'maskable'] as const).flatMap((purpose) =>
        [192, 512].map((size) => ({
          src: `/icons/${purpose === 'any' ? 'icon' : purpose}-${size}.png`,
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose,
        })),
      ),
    ],
    screenshots: [
      screenshot('wide-home', '1280x800', 'The home page'),
      screenshot('wide-compress', '1280x800', 'Results, with the sizes before and after'),
      screenshot('narrow-home', '780x1688', 'The home page on a phone'),
      screenshot('narrow-compress', '780x1688', 'Results on a phone'),
    ],
    shortcuts: [
      { name: 'Compress files', short_name: 'Compress', url: '/compress' },
      { name: 'Compression guide', short_name: 'Guide', url: '/file-compression-education' },
    ].map((shortcut) => ({
      ...shortcut,
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    })),
    share_target: {
      action: '/compress',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARED_FIELD, accept: types.flat(2) }] },
    },
    file_handlers: [{ action: '/compress', accept: Object.fromEntries(types) }],
  };
}

function screenshot(name: string, sizes: string, label: string): object {
  return {
    src: `/screenshots/${name}.webp`,
    sizes,
    type: 'image/webp',
    form_factor: name.startsWith('wide') ? 'wide' : 'narrow',
    label,
  };
}
