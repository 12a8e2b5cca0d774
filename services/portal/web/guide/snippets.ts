import type { Language } from '../parts/programs.tsx';
import allPagesCurl from './snippets/all-pages.sh?raw';
import allPagesJavaScript from './snippets/all-pages.mjs?raw';
import allPagesPython from './snippets/all-pages.py?raw';
import exportCurl from './snippets/export.sh?raw';
import exportJavaScript from './snippets/export.mjs?raw';
import exportPython from './snippets/export.py?raw';
import firstReportCurl from './snippets/first-report.sh?raw';
import firstReportJavaScript from './snippets/first-report.mjs?raw';
import firstReportPython from './snippets/first-report.py?raw';
import sumsCurl from './snippets/sums.sh?raw';
import sumsJavaScript from './snippets/sums.mjs?raw';
import sumsPython from './snippets/sums.py?raw';

/** Programs to copy, each in every language. The tests run them as they are shown. */
const snippets = {
  'The first report': { curl: firstReportCurl, JavaScript: firstReportJavaScript, Python: firstReportPython },
  'Sums by month': { curl: sumsCurl, JavaScript: sumsJavaScript, Python: sumsPython },
  'Every page': { curl: allPagesCurl, JavaScript: allPagesJavaScript, Python: allPagesPython },
  'A whole report as a file': { curl: exportCurl, JavaScript: exportJavaScript, Python: exportPython },
} satisfies Record<string, Record<Language, string>>;

export type SnippetName = keyof typeof snippets;

/** A program in each language, with the address of the API. */
export function shownPrograms(name: SnippetName, origin: string): Record<Language, string> {
  const { curl, JavaScript, Python } = snippets[name];
  return { curl: shown(curl, origin), JavaScript: shown(JavaScript, origin), Python: shown(Python, origin) };
}

/** With the address of the API. */
export function shown(snippet: string, origin: string): string {
  return snippet.trimEnd().replaceAll('http://localhost:8080', origin);
}
