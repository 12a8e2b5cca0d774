/** Text that was form-urlencoded; undefined for what is none, or no UTF-8. */
export function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
