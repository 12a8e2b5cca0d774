/** 2 to 100 characters, none of them invisible: they are shown on terminals, and read aloud. */
export function isClientId(text: string): boolean {
  return /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{2,100}$/u.test(text);
}

export const clientIdRule = 'must be 2 to 100 characters, without control and format characters';
