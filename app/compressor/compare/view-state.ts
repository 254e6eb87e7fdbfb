/** Where a picture stands behind the window through which it is seen. */
export interface View {
  /** CSS pixels for one pixel of the picture. */
  readonly scale: number;
  /** Left and top edge of the picture, in CSS pixels from the window's. */
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Device pixels for one pixel of the picture at which zooming in ends. */
const MAX_ZOOM = 16;
export const ZOOM_STEP = 1.5;

/** The whole picture in the middle, never larger than its own pixels. */
export function fitted(picture: Size, pane: Size, devicePixelRatio: number): View {
  const fits = Math.min(pane.width / picture.width, pane.height / picture.height);
  return centred(picture, pane, Math.min(fits, 1 / devicePixelRatio));
}

/** One pixel of the picture on one pixel of the screen, the middle of the picture in the middle. */
export function pixelForPixel(picture: Size, pane: Size, devicePixelRatio: number): View {
  return centred(picture, pane, 1 / devicePixelRatio);
}

function centred(picture: Size, pane: Size, scale: number): View {
  return within(
    { scale, x: (pane.width - picture.width * scale) / 2, y: (pane.height - picture.height * scale) / 2 },
    picture,
    pane,
  );
}

/** Larger or smaller by `factor` around a point of the window, which stays where it is. */
export function zoomed(
  view: View,
  factor: number,
  at: { readonly x: number; readonly y: number },
  picture: Size,
  pane: Size,
  devicePixelRatio: number,
): View {
  const least = Math.min(view.scale, fitted(picture, pane, devicePixelRatio).scale);
  const scale = Math.min(MAX_ZOOM / devicePixelRatio, Math.max(least, view.scale * factor));
  const ratio = scale / view.scale;
  return within(
    { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio },
    picture,
    pane,
  );
}

export function moved(view: View, byX: number, byY: number, picture: Size, pane: Size): View {
  return within({ ...view, x: view.x + byX, y: view.y + byY }, picture, pane);
}

/** A picture smaller than the window stands in its middle; a larger one covers it. On whole pixels, so that edges stay sharp. */
function within(view: View, picture: Size, pane: Size): View {
  const axis = (at: number, length: number, room: number) =>
    Math.round(length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at)));
  return {
    scale: view.scale,
    x: axis(view.x, picture.width * view.scale, pane.width),
    y: axis(view.y, picture.height * view.scale, pane.height),
  };
}
