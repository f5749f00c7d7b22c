// Pictures on tiles: an image of the reader's own, made small and kept in this browser; nothing is sent anywhere.

/** The longest side that is kept, in pixels. */
const SIDE = 960;

/**
 * Reads the image at an address; returns { url, aspect }, or throws an error for the reader.
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
    context.fillStyle = "#fff"; // JPEG knows no transparency
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
 * The size of a picture that covers a board, and its offset to the left and up, in tiles.
 * @param {number} aspect
 * @param {{ width: number, height: number }} board
 */
export function cover(aspect, { width, height }) {
  const wide = aspect > width / height;
  const size = wide ? [height * aspect, height] : [width, width / aspect];
  return { size, offset: [(size[0] - width) / 2, (size[1] - height) / 2] };
}

/**
 * Puts the part of `picture` that belongs to the goal's cell `home` behind a tile, or takes it off.
 * @param {HTMLElement} face
 * @param {Picture | null} picture
 * @param {number} home
 * @param {Position} p
 */
export function placePicture(face, picture, home, p) {
  if (!picture) return face.style.removeProperty("background");
  const { size, offset } = cover(picture.aspect, p);
  const at = [(home % p.width) + offset[0], Math.floor(home / p.width) + offset[1]];
  // A position in percent is a share of what the picture is larger than the tile.
  /** @param {number} i */
  const share = (i) => (size[i] > 1 ? (at[i] / (size[i] - 1)) * 100 : 0);
  const sizes = `${size[0] * 100}% ${size[1] * 100}%`;
  face.style.background = `url("${picture.url}") ${share(0)}% ${share(1)}% / ${sizes} no-repeat`;
}
