import type { TargetedSubmitEvent } from 'preact';
import { money } from '../parts/formats.ts';

type Amounts = { minAmount: string; maxAmount: string };

/** The least and the most that a payment may be of. */
export function AmountFields({ amounts, choose }: { amounts: Amounts; choose: (amounts: Amounts) => void }) {
  const take = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    choose({ minAmount: given.get('minAmount') as string, maxAmount: given.get('maxAmount') as string });
  };
  const field = (name: keyof Amounts, label: string, autofocus = false) => (
    <label>
      {label}
      <input name={name} type="number" step="0.01" defaultValue={amounts[name]} autofocus={autofocus} />
    </label>
  );
  return (
    <form class="fields" onSubmit={take}>
      {field('minAmount', 'At least, in $', true)}
      {field('maxAmount', 'At most, in $')}
      <button type="submit">Show</button>
    </form>
  );
}

export function amountsText({ minAmount, maxAmount }: Amounts): string {
  const [least, most] = [minAmount, maxAmount].map((amount) => amount && money(Number(amount)));
  if (least && most) return `${least} to ${most}`;
  if (least) return `from ${least}`;
  return most ? `up to ${most}` : '';
}
