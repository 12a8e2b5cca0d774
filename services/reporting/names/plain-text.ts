import { quoted, sql } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';

/**
 * SQL: a text as people compare it. Without case, accents and what is not seen; with plain letters, apostrophes and dashes; with one blank
 * where there are several, or a comma. Most names are of ASCII, or are once they have no accents, and take the short way.
 */
export function plainText(text: Sql): Sql {
  const visible = sql`regexp_replace(normalize(translate(${text}, '´', ''''), nfkd), '[${unseen as Sql}]', '', 'g')`;
  const others = sql`translate(lower(visible collate "und-x-icu") collate "C", '${Object.values(lookalikes).join('') as Sql}', '${Object.entries(lookalikes).map(repeated).join('') as Sql}')`;
  const plain = sql`
    case when ${isAscii(text)} then ${lowerOfAscii(text)}
      else (
        select
          case when ${isAscii(sql`visible`)} then ${lowerOfAscii(sql`visible`)}
            else ${Object.entries(digraphs).reduce((inner, [one, two]) => sql`replace(${inner}, ${quoted(one)}, ${quoted(two)})`, others)} end
        from (select ${visible} as visible offset 0) of_text
      ) end`;
  const blanks = [',', '\\t', '\\n', '\\r', '  ', '  ', '  '].map((blank): [string, string] => [blank, ' ']);
  // One by one: to translate them at once takes longer.
  const plainer: [string, string][] = [['`', "''"], ...blanks];
  return plainer.reduce((inner, [from, to]) => sql`replace(${inner}, E'${from as Sql}', '${to as Sql}')`, plain);
}

const isAscii = (text: Sql) => sql`octet_length(${text}) = length(${text})`;
const lowerOfAscii = (text: Sql) => sql`lower(${text} collate "C")`;

/** Accents, vowel points, soft hyphens, and characters without width, as a regular expression has them. */
const unseen =
  '\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0640\\u064b-\\u065f\\u0670\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f\\ufeff';

/** Characters that Unicode doesn't decompose, by the plain one that people type for them. */
const lookalikes = {
  "''": '\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u055a\u05f3\u2035\ua78c',
  '"': '\u201c\u201d\u201e\u201f\u00ab\u00bb\u05f4',
  '-': '\u058a\u2010\u2012\u2013\u2014\u2015\u2043\u2212\u05be',
  ' ': '\u060c\u3001',
  ...{ a: 'ⱥ', b: 'ɓƀ', c: 'ȼ', d: 'đðɖɗ', e: 'əǝɇɛ', f: 'ƒ', g: 'ɠǥɣ', h: 'ħ', i: 'ıɨɩ', j: 'ɉ', k: 'ƙĸ', l: 'łƚɫ' },
  ...{ n: 'ŋɲƞ', o: 'øɔɵ', p: 'ƥ', r: 'ɍ', t: 'ŧƭʈⱦ', u: 'ʉʊ', v: 'ʋ', y: 'ƴɏ', z: 'ƶʒ', σ: 'ς' },
  // Persian and Arabic write the same letters by other characters.
  ...{ ک: 'ك', ی: 'يى', ه: 'ە' },
};

/** Letters that people type as two. */
const digraphs = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

function repeated([plain, others]: [string, string]): string {
  return plain.repeat(others.length);
}
