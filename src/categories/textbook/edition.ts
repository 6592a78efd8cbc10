/** Returns "8th edition" if the seller typed "8", "8e", "8th" or "8th ed."; leaves "2019", which is a year. */
export function formatEdition<Typed extends string | null | undefined>(typed: Typed) {
  if (!typed) return typed
  const [, number] = /^(\d{1,3})(st|nd|rd|th|e|\.)?( *ed(n|ition)?\.?)?$/i.exec(typed) ?? []
  if (number) return `${number}${ordinalSuffix(Number(number))} edition`
  return /\bed/i.test(typed) ? typed : `${typed} edition`
}

function ordinalSuffix(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14
  return (!isTeen && ['', 'st', 'nd', 'rd'][number % 10]) || 'th'
}
