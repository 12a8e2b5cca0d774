export const languages = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof languages)[number];

/** The language of programs whose code has this name in Markdown; undefined for what isn't one of several programs. */
export function languageOf(syntax: string): Language | undefined {
  return ({ sh: 'curl', js: 'JavaScript', python: 'Python' } as const)[syntax];
}

/** Which of the languages all programs of the page are shown in: the style sheet hides the others, also without JavaScript. */
export function Languages() {
  return (
    <fieldset class="switch languages" aria-label="Language of the programs">
      {languages.map((language, index) => (
        <label key={language}>
          <input type="radio" name="language" value={language} defaultChecked={index === 0} class="sr-only" />
          {language}
        </label>
      ))}
    </fieldset>
  );
}
