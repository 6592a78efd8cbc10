/** Sellers enter both "8th" and "8th edition". */
export function formatEdition(edition: string | null | undefined) {
  return !edition || /\bed/i.test(edition) ? edition : `${edition} edition`
}
