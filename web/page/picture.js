// Pictures on tiles. The reader's own image is made smaller and kept in this browser; it is not
// sent anywhere.

/** Maximum length of the longer side of a picture, in pixels. Larger images are made smaller. */
const SIDE = 960;

/**
 * Reads the image at an address, and returns it as { url, aspect }: a JPEG of limited size, and its
 * width divided by its height. Throws an error for the reader if the browser cannot show it.
 * @param {string} url
 * @param {string} name
 */
export async function readPicture(url, name) {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    const scale = Math.min(1, SIDE / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = "#fff"; // JPEG has no transparency
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { url: canvas.toDataURL("image/jpeg", 0.85), aspect: canvas.width / canvas.height };
  } catch {
    const kinds = "choose a JPEG, PNG, WebP, GIF or SVG";
    throw new Error(`${name || "This file"} is not a picture that this browser can show; ${kinds}.`);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Returns the size of a picture that covers a board, and how far it reaches beyond the left and the
 * upper edge, all in units of tiles.
 * @param {number} aspect
 * @param {{ width: number, height: number }} board
 */
export function cover(aspect, { width, height }) {
  const wide = aspect > width / height;
  const size = wide ? [height * aspect, height] : [width, width / aspect];
  return { size, offset: [(size[0] - width) / 2, (size[1] - height) / 2] };
}

/**
 * Puts a part of `picture` on a tile: the part that belongs to the cell `home` of the goal. Takes
 * the picture off if it is null.
 * @param {HTMLElement} face
 * @param {Picture | null} picture
 * @param {number} home
 * @param {Position} p
 */
export function placePicture(face, picture, home, p) {
  if (!picture) return face.style.removeProperty("background");
  const { size, offset } = cover(picture.aspect, p);
  const at = [(home % p.width) + offset[0], Math.floor(home / p.width) + offset[1]];
  // In CSS, a position in percent is a share of the difference between the sizes of the picture and
  // the tile.
  /** @param {number} i */
  const share = (i) => (size[i] > 1 ? (at[i] / (size[i] - 1)) * 100 : 0);
  const sizes = `${size[0] * 100}% ${size[1] * 100}%`;
  face.style.background = `url("${picture.url}") ${share(0)}% ${share(1)}% / ${sizes} no-repeat`;
}
