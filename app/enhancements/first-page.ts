/** As high as its place, on a screen of two pixels for one. */
const HEIGHT_PX = 768;

/** Draws the first page of a shared PDF in place of a sheet, which stays where that cannot be done or would cost much data. */
export function startFirstPage(): void {
  const place = document.querySelector<HTMLElement>('[data-first-page]');
  const address = place?.dataset['firstPage'];
  if (!place || address === undefined) return;
  draw(address).then(
    (page) => place.replaceChildren(page),
    () => {
      // Data is saved, the link has ended, or the document cannot be drawn.
    },
  );
}

/** @throws where there is no page, or its code is not worth the data */
async function draw(address: string): Promise<HTMLCanvasElement> {
  const { mayLoadMuch, smallPicture } = await import('../compressor/results/small-picture.ts');
  if (!mayLoadMuch()) throw new Error('A page is not worth the data.');
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('The file did not come.');
  const file = await answer.blob();
  const page = await smallPicture({ kind: 'pdf', original: file, result: file }, HEIGHT_PX);
  const canvas = document.createElement('canvas');
  canvas.width = page.width;
  canvas.height = page.height;
  canvas.className = 'max-h-96 max-w-full rounded-control border border-hairline';
  canvas.ariaHidden = 'true';
  canvas.getContext('2d')?.drawImage(page, 0, 0);
  page.close();
  return canvas;
}
