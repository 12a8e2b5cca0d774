/** Of programs that are the same in each, by their names in Markdown. */
export const languages = { sh: 'curl', js: 'JavaScript', python: 'Python' } as const;
export type Language = (typeof languages)[keyof typeof languages];

/** Which of the languages all programs of the page are shown in: the style sheet hides the others, also without JavaScript. */
export function Languages() {
  return (
    <fieldset class="switch languages" aria-label="Language of the programs">
      {Object.values(languages).map((language, index) => (
        <label key={language}>
          <input type="radio" name="language" value={language} defaultChecked={index === 0} class="sr-only" />
          {language}
        </label>
      ))}
    </fieldset>
  );
}
