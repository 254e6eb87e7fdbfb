import type { FileKind } from '#engine/index.ts';

/** A package of Debian 12 (bookworm) that holds files worth compressing. */
export interface PublicPackage {
  readonly name: string;
  readonly version: string;
  /** In the pool of a mirror. */
  readonly path: string;
  readonly sha256: string;
  /** How many files of each kind are taken. */
  readonly take: Readonly<Partial<Record<FileKind, number>>>;
}

/**
 * Photographs, renderings, screenshots, wallpapers, manuals, papers and talks, by many people and programs. The files stay
 * under the licences of their packages and are only measured, never passed on.
 */
export const PUBLIC_PACKAGES: readonly PublicPackage[] = [
  {
    name: 'argyll-doc',
    version: '2.3.1+repack-1.1',
    path: 'pool/main/a/argyll/argyll-doc_2.3.1+repack-1.1_all.deb',
    sha256: 'a50f7a8cd9399741c2671ff220de1b117f9d76c46877b0c16a3092d5ff9924e1',
    take: { jpeg: 5 },
  },
  {
    name: 'eyes17',
    version: '5.3.0+repack-3',
    path: 'pool/main/e/expeyes/eyes17_5.3.0+repack-3_all.deb',
    sha256: '2b213b3ea7a218a6b7ebc9ec3d086d4f5a2339286122e3918304ee1683ae4e1a',
    take: { jpeg: 4, png: 5, pdf: 4 },
  },
  {
    name: 'fotoxx-common',
    version: '20.08-2',
    path: 'pool/main/f/fotoxx/fotoxx-common_20.08-2_all.deb',
    sha256: 'c28aa759ab495da36d85af4097efd5c6c8b5d8617ec0d8d90c424e1059e03c0d',
    take: { jpeg: 5, png: 3 },
  },
  {
    name: 'povray-examples',
    version: '1:3.7.0.10-2',
    path: 'pool/main/p/povray/povray-examples_3.7.0.10-2_all.deb',
    sha256: 'fc77f31ee874a3360281e0843665834549b8a1246462dbdff460ca23d93f3558',
    take: { jpeg: 5 },
  },
  {
    name: 'libvisp-doc',
    version: '3.5.0-4',
    path: 'pool/main/v/visp/libvisp-doc_3.5.0-4_all.deb',
    sha256: '535ba4e17654490c891c4ad5037173a2497b7614225ce9b598158923c25a4551',
    take: { jpeg: 5, png: 5 },
  },
  {
    name: 'pysatellites',
    version: '2.6-1',
    path: 'pool/main/p/pysatellites/pysatellites_2.6-1_all.deb',
    sha256: '8451a6375ec0ed59b44bf383014dfa90294848e8a54a923ae2cb9bc41a28099a',
    take: { jpeg: 4 },
  },
  {
    name: 'debian-handbook',
    version: '11.20220922',
    path: 'pool/main/d/debian-handbook/debian-handbook_11.20220922_all.deb',
    sha256: '3d5dbeac1f1afc9c094eab9d0f701f6ecff99c4927d5a4794cf6c85678134faa',
    take: { png: 6 },
  },
  {
    name: 'qtcreator-doc',
    version: '9.0.2-2',
    path: 'pool/main/q/qtcreator/qtcreator-doc_9.0.2-2_all.deb',
    sha256: 'b50f93881524d6de0b6605e00f8c4a690b95c2ce3d5c4130f90e75f903c2b431',
    take: { png: 5, webp: 4 },
  },
  {
    name: 'python-nibabel-doc',
    version: '5.0.0-2',
    path: 'pool/main/n/nibabel/python-nibabel-doc_5.0.0-2_all.deb',
    sha256: 'acf6a1975441b9962c190b4b812d63c3c228ca1fb7560153a3f65b704a9976f1',
    take: { png: 3 },
  },
  {
    name: 'gnome-backgrounds',
    version: '43.1-1',
    path: 'pool/main/g/gnome-backgrounds/gnome-backgrounds_43.1-1_all.deb',
    sha256: 'a670dea21572652127d6e55f9cdb3a226d0037854fdbfd037003c7d00ee0dc4e',
    take: { webp: 10 },
  },
  {
    name: 'plasma-workspace-wallpapers',
    version: '4:5.27.5-2',
    path: 'pool/main/p/plasma-workspace-wallpapers/plasma-workspace-wallpapers_5.27.5-2_all.deb',
    sha256: '32cd18b71c8c938a18b3b351f217c02ac590e323caa3cf322fbb875ce8892f8b',
    take: { jpeg: 7, png: 4 },
  },
  {
    name: 'shotcut-data',
    version: '22.12.21+ds-2',
    path: 'pool/main/s/shotcut/shotcut-data_22.12.21+ds-2_all.deb',
    sha256: '403ddd367a47a5780b4629f80d195221db28813b40efdab65f5974f193c4cc73',
    take: { webp: 6 },
  },
  {
    name: 'golang-golang-x-image-dev',
    version: '0.5.0-1',
    path: 'pool/main/g/golang-golang-x-image/golang-golang-x-image-dev_0.5.0-1_all.deb',
    sha256: 'f0920a91f9184bcd579af7bfba72266a65ff0b1b9b5a73cd3ffeb03d6b271e9b',
    take: { webp: 4, png: 3 },
  },
  {
    name: 'lilypond-doc-pdf',
    version: '2.24.1-2',
    path: 'pool/main/l/lilypond/lilypond-doc-pdf_2.24.1-2_all.deb',
    sha256: 'caf7a8b1a7936abf59e6e1f5e20342fc50ce867ea7cd67dd8228665c4f70e5a1',
    take: { pdf: 5 },
  },
  {
    name: 'r-cran-hsaur3',
    version: '1.0-13-1',
    path: 'pool/main/r/r-cran-hsaur3/r-cran-hsaur3_1.0-13-1_all.deb',
    sha256: '21221b89b0b61b4abfa8731f2b1f427858b9c3fa828137e2356d5d5b6c27c4b3',
    take: { pdf: 5 },
  },
  {
    name: 'golang-github-jung-kurt-gofpdf-dev',
    version: '2.17.2+ds-3',
    path: 'pool/main/g/golang-github-jung-kurt-gofpdf/golang-github-jung-kurt-gofpdf-dev_2.17.2+ds-3_all.deb',
    sha256: '5d32f5673583dfe637e9c8b44bea2dcf03fa7ad6104ae2aaa8d627239f3c2b11',
    take: { pdf: 6 },
  },
  {
    name: 'xemacs21-basesupport',
    version: '2009.02.17.dfsg.3-1',
    path: 'pool/main/x/xemacs21-packages/xemacs21-basesupport_2009.02.17.dfsg.3-1_all.deb',
    sha256: '439b91026324abc90a975df7aaaecdedd984a83a2524c0d2ab3f64a5dc79cebb',
    take: { pdf: 2, pptx: 3 },
  },
  {
    name: 'libtrompeloeil-cpp-dev',
    version: '43-3',
    path: 'pool/main/t/trompeloeil-cpp/libtrompeloeil-cpp-dev_43-3_amd64.deb',
    sha256: 'b58532d71cf3094b98313938629ac5ac2e372d2a6e3a1c2ceeb010b8de94aa2d',
    take: { pdf: 1, pptx: 1 },
  },
  {
    name: 'libmapsforge-java-doc',
    version: '0.17.0+dfsg.1-2',
    path: 'pool/main/m/mapsforge/libmapsforge-java-doc_0.17.0+dfsg.1-2_all.deb',
    sha256: '74a1120e3dc4a65c35f8cf5a566b73a4e265d0ee0bbc685315413c3d03d5683b',
    take: { pptx: 6 },
  },
  {
    name: 'tiatracker',
    version: '1.3-3',
    path: 'pool/main/t/tiatracker/tiatracker_1.3-3_amd64.deb',
    sha256: '455fb21ed38ab6fcd9396015d0384ef6557d6d44d058f8f4f5445fd981839bdb',
    take: { pptx: 1 },
  },
  {
    name: 'dpf-source',
    version: '1.6+ds-2',
    path: 'pool/main/d/dpf-plugins/dpf-source_1.6+ds-2_all.deb',
    sha256: '8a7c02ffa823d2d008843c543291b8cc8911a440f413c34048d2ac49594d4738',
    take: { pptx: 1 },
  },
  {
    name: 'python-py7zr-doc',
    version: '0.11.3+dfsg-5',
    path: 'pool/main/p/py7zr/python-py7zr-doc_0.11.3+dfsg-5_all.deb',
    sha256: 'aab8f85e82683395b495f99948ef6f8cca04dcb14e650f05b01d6500ad015d06',
    take: { pptx: 1 },
  },
  {
    name: 'simrisc',
    version: '15.00.00-1',
    path: 'pool/main/s/simrisc/simrisc_15.00.00-1_amd64.deb',
    sha256: '88b426cdf2141592d258bc80d4371c0f57826ee4afcb06dfd136c9f377dc96ea',
    take: { pptx: 1 },
  },
  {
    name: 'r-cran-officer',
    version: '0.6.0+dfsg-1',
    path: 'pool/main/r/r-cran-officer/r-cran-officer_0.6.0+dfsg-1_all.deb',
    sha256: '3d6ec99aa9b4e414656b5389600871977dfe79dc4abd49ce11342f80aaffddcc',
    take: { pptx: 2 },
  },
];
