/** What a mail client shows beside the subject, escaped; the padding after it is left out. */
export const readPreheader = (html: string): string =>
  /<div style="display:none[^>]*>([\s\S]*?)\s*&#847;/.exec(html)?.[1] ?? ''
