/** Returns a link that downloads a text. Half a character, which somebody may paste, cannot be encoded. */
export const textFileUrl = (text: string): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '�'))}`
