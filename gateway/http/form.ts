/** The query of a URL, or empty text. */
export function rawQuery(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

/**
 * The pairs of form-urlencoded text. The value of a pair that is not percent-encoded UTF-8 is undefined, and its name may be as it was
 * given. Express' own parsers would accept it.
 */
export function formPairs(text: string): [name: string, value: string | undefined][] {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [rawName = '', ...rawValue] = pair.split('=');
    const name = decodeForm(rawName);
    return name === undefined ? [rawName, undefined] : [name, decodeForm(rawValue.join('='))];
  });
}

/** Decodes form-urlencoded text; undefined if it is invalid or not UTF-8. */
export function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
