import { campus, perCampus } from '#campus/campus.ts'
import { look } from '../campus/look.ts'

export const bodyFont = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const headingFont = "font-family:'Bricolage Grotesque','Segoe UI',Helvetica,Arial,sans-serif"

/** The colours in light mode. The classes with the same names change them in dark mode. Some follow the accent of the campus. */
export const colors = {
  paper: '#fbf7ee',
  card: '#ffffff',
  line: '#e7dfcf',
  ink: '#17130e',
  quiet: '#5b5347',
  edge: '#8a8071',
  get link() {
    return look().colors.light.link
  },
  get sun() {
    return look().colors.light.sun
  },
  get gold() {
    return look().colors.light.gold
  },
  get onGold() {
    return look().colors.light['on-gold']
  },
}

/** The fill is the same in both schemes without an accent, so it needs no rule. */
const darkFill = () => (campus.accent === null ? undefined : look().colors.dark)

const darkText = () => {
  const fill = darkFill()
  return {
    ink: '#f7f1e5',
    quiet: '#bdb2a1',
    link: look().colors.dark.link,
    ...(fill && { 'on-gold': fill['on-gold'] }),
  }
}

const darkBackgrounds = () => {
  const fill = darkFill()
  return {
    paper: '#14110d',
    card: '#1e1a14',
    sun: look().colors.dark.sun,
    square: '#f7f1e5',
    ...(fill && { gold: fill.gold }),
  }
}

const darkLine = '#352e24'

/**
 * The rules of dark mode, each behind a selector: an empty one in the media query, or an attribute that Outlook.com
 * sets.
 */
const darkRules = (text: string, background: string) =>
  [
    ...Object.entries(darkText()).map(
      ([name, color]) => `${text}.${name} { color: ${color} !important }`,
    ),
    ...Object.entries(darkBackgrounds()).map(
      ([name, color]) => `${background}.${name} { background: ${color} !important }`,
    ),
    `${background}.card { border-color: ${darkLine} !important }`,
    `${background}.rule { border-color: ${darkLine} !important }`,
  ].join('\n')

/**
 * Outlook.com's selectors are in their own style element, because Gmail drops a style element with a selector it does
 * not know.
 */
export const styleElements = perCampus(
  () => `<style>
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
${darkRules('[data-ogsc] ', '[data-ogsb] ')}
</style>
<!--[if mso]>
<style>
table { border-collapse: collapse }
* { font-family: 'Segoe UI', Arial, sans-serif !important }
</style>
<noscript><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript>
<![endif]-->`,
)
