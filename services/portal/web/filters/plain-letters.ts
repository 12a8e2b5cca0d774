const collator = new Intl.Collator('en', { sensitivity: 'base' });
const latin = Array.from('abcdefghijklmnopqrstuvwxyz');
const plain = new Map<string, string>();

/** For searching: in lower case and without accents, Łukasz as lukasz. Letters that aren't Latin stay. */
export function plainLetters(text: string): string {
  return Array.from(text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase(), plainLetter).join('');
}

function plainLetter(letter: string): string {
  const known = plain.get(letter) ?? latin.find((other) => collator.compare(letter, other) === 0) ?? letter;
  plain.set(letter, known);
  return known;
}
