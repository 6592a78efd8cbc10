/** Returns the text that an email client shows beside the subject, escaped and without the padding after it. */
export const readPreheader = (html: string): string =>
  /<div style="display:none[^>]*>([\s\S]*?)\s*&#847;/.exec(html)?.[1] ?? ''
