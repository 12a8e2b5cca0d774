import { Code } from './code.tsx';
import { Switch } from './switch.tsx';

const languages = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof languages)[number];

type ProgramsProps = {
  name: string;
  programs: Record<Language, string>;
  language: Language;
  choose: (language: Language) => void;
};

/** The same program in each language, of which one is shown; without JavaScript all of them. */
export function Programs({ name, programs, language, choose }: ProgramsProps) {
  return (
    <div class="snippet">
      <Switch label={`Language of “${name}”`} names={languages} chosen={language} choose={choose} />
      {languages.map((other) => (
        <div key={other} data-language={other} hidden={other !== language}>
          <p class="scriptless">{other}:</p>
          <Code text={programs[other]} what={`${name}, ${other}`} />
        </div>
      ))}
    </div>
  );
}
