export const bodyFont = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const headingFont = "font-family:'Bricolage Grotesque','Segoe UI',Helvetica,Arial,sans-serif"

/** The colours in light mode. The classes with the same names change them in dark mode. */
export const colors = {
  paper: '#fbf7ee',
  card: '#ffffff',
  line: '#e7dfcf',
  ink: '#17130e',
  quiet: '#5b5347',
  link: '#4a1a9e',
  sun: '#fff1cc',
  gold: '#ffc53d',
  edge: '#8a8071',
}

const darkText = {
  ink: '#f7f1e5',
  quiet: '#bdb2a1',
  link: '#cdb4ff',
}

const darkBackgrounds = { paper: '#14110d', card: '#1e1a14', sun: '#33280f', square: '#f7f1e5' }

const darkLine = '#352e24'

/**
 * The rules of dark mode, each behind a selector: an empty one in the media query, or an attribute that Outlook.com
 * sets.
 */
const darkRules = (text: string, background: string) =>
  [
    ...Object.entries(darkText).map(
      ([name, color]) => `${text}.${name} { color: ${color} !important }`,
    ),
    ...Object.entries(darkBackgrounds).map(
      ([name, color]) => `${background}.${name} { background: ${color} !important }`,
    ),
    `${background}.card { border-color: ${darkLine} !important }`,
    `${background}.rule { border-color: ${darkLine} !important }`,
  ].join('\n')

const outlookRules = darkRules('[data-ogsc] ', '[data-ogsb] ')

/**
 * Outlook.com's selectors are in their own style element, because Gmail drops a style element with a selector it does
 * not know.
 */
export const styleElements = `<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) {
  .outer { padding: 20px 10px !important }
  .card { padding: 24px 18px !important }
  .title { font-size: 28px !important }
  .photo { width: 88px !important }
  .photo-cell { width: 88px !important; padding-right: 14px !important }
}
@media (prefers-color-scheme: dark) {
${darkRules('', '')}
}
</style>
<style>
${outlookRules}
</style>
<!--[if mso]>
<style>
table { border-collapse: collapse }
* { font-family: 'Segoe UI', Arial, sans-serif !important }
</style>
<noscript><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript>
<![endif]-->`
