/** Decodes form-urlencoded text; undefined if it is invalid or not UTF-8. */
export function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
