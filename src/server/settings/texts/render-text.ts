import MarkdownIt from 'markdown-it'
import { campus } from '#campus/campus.ts'
import type { TextCard, TextPart } from '#contract/site-texts.ts'
import { currentLawPack } from '#regions/law-packs.ts'

/** Links lead to this site, to an https or http address, or to a mailbox. */
const allowedLink = /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i

/**
 * Paragraphs, headings, lists, quotations, lines, emphasis, short code and links. Raw HTML is shown as it is written.
 * There are no images, which would need another host, and no code blocks, which indented lines would become.
 */
const markdown = new MarkdownIt('zero', { maxNesting: 20 }).enable([
  ...['heading', 'list', 'blockquote', 'hr'],
  ...['emphasis', 'backticks', 'link', 'autolink', 'newline', 'escape', 'entity'],
])

type Token = ReturnType<typeof markdown.parse>[number]

const { normalizeLink } = markdown
markdown.normalizeLink = (url) => normalizeLink(fill(url))
markdown.validateLink = (url) => allowedLink.test(url)

/** The classes of elements. They belong to the stylesheet of the pages, where a test looks for them. */
export const elementClasses = {
  link: 'link',
  heading: 'title-4',
  bullet_list: 'grid list-disc gap-1 pl-5',
  ordered_list: 'grid list-decimal gap-1 pl-5',
  blockquote: 'border-gold border-l-4 pl-6',
  hr: 'border-line border-t',
}

const { escapeHtml } = markdown.utils
const withClass = (tag: string, name: keyof typeof elementClasses) => () =>
  `<${tag} class="${elementClasses[name]}">`

Object.assign(markdown.renderer.rules, {
  text: (tokens: Token[], index: number) => escapeHtml(fill(tokens[index]?.content ?? '')),
  link_open: (tokens: Token[], index: number) =>
    `<a href="${escapeHtml(String(tokens[index]?.attrGet('href')))}" class="${elementClasses.link}">`,
  bullet_list_open: withClass('ul', 'bullet_list'),
  ordered_list_open: withClass('ol', 'ordered_list'),
  blockquote_open: withClass('blockquote', 'blockquote'),
  hr: withClass('hr', 'hr'),
  // The headings inside a part or a card are one level below its own.
  heading_open: (_tokens: Token[], _index: number, _options: unknown, env: Env) =>
    `<h${env.level} class="${elementClasses.heading}">`,
  heading_close: (_tokens: Token[], _index: number, _options: unknown, env: Env) =>
    `</h${env.level}>`,
})

type Env = { level: number }

/** What a text can name in braces, such as {brand}. */
export const placeholders = (): Record<string, string> => ({
  brand: campus.brand,
  contactEmail: campus.contactEmail,
  community: campus.communityName,
  universities: campus.universityNames,
  meetUpSpots: campus.safePlaces,
  emergencyNumber: currentLawPack().emergencyNumber,
})

function fill(text: string): string {
  if (!text.includes('{')) return text
  const values = new Map(Object.entries(placeholders()))
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => values.get(name) ?? whole)
}

const anchorPattern = /\{#([a-z]+)\}$/

/** Takes {#report} off the end of a heading. */
function takeAnchor(heading: Token): string | null {
  const last = heading.children?.at(-1)
  const [suffix = '', anchor = null] = (last && anchorPattern.exec(last.content)) ?? []
  if (last && suffix) last.content = last.content.slice(0, -suffix.length).trimEnd()
  return anchor
}

interface Section {
  heading: Token | undefined
  /** The level of headings inside it. */
  level: number
  body: Token[]
  cards: Section[]
}

/** Cuts a text at its headings: levels one and two begin a part, level three begins a card of the part. */
function cutText(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [{ heading: undefined, level: 2, body: [], cards: [] }]
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token
    const part = sections.at(-1) as Section
    const isCut = token.level === 0 && token.type === 'heading_open' && token.tag <= 'h3'
    if (!isCut) {
      ;(part.cards.at(-1) ?? part).body.push(token)
      continue
    }
    const isCard = token.tag === 'h3'
    const section = {
      heading: tokens[index + 1],
      level: isCard ? 4 : 3,
      body: [],
      cards: [],
    }
    ;(isCard ? part.cards : sections).push(section)
    // The heading's own tokens: opening, text and closing.
    index += 2
  }
  return sections
}

const render = (tokens: Token[], env: Env) =>
  markdown.renderer.render(tokens, markdown.options, env)

const renderCard = ({ heading, level, body }: Section): TextCard => {
  const anchor = heading ? takeAnchor(heading) : null
  return {
    anchor,
    title: heading ? render([heading], { level }) : '',
    html: render(body, { level }),
  }
}

/** Renders a text as HTML, in parts and cards. The first part is what comes before the first heading. */
export function renderText(source: string): TextPart[] {
  return cutText(markdown.parse(source, {})).map((section) => ({
    ...renderCard(section),
    ...(!section.heading && { title: null }),
    cards: section.cards.map(renderCard),
  }))
}

export interface TextLine {
  text: string
  isHeading: boolean
}

/** Returns what a reader reads, a line for each paragraph, heading and entry of a list. Links have their address. */
export function readLines(source: string): TextLine[] {
  const lines: TextLine[] = []
  let mark = ''
  let isHeading = false
  for (const token of markdown.parse(source, {})) {
    if (token.type === 'list_item_open') mark = token.info ? `${token.info}. ` : '• '
    if (token.type === 'heading_open') isHeading = true
    if (token.type !== 'inline') continue
    if (isHeading) takeAnchor(token)
    for (const text of (mark + readInline(token.children ?? [])).split('\n')) {
      lines.push({ text, isHeading })
    }
    mark = ''
    isHeading = false
  }
  return lines
}

function readInline(tokens: readonly Token[]): string {
  let text = ''
  let link = { href: '', start: 0 }
  for (const token of tokens) {
    if (token.type === 'text') text += fill(token.content)
    if (token.type === 'code_inline') text += token.content
    if (token.type === 'softbreak') text += ' '
    if (token.type === 'hardbreak') text += '\n'
    if (token.type === 'link_open')
      link = { href: String(token.attrGet('href')), start: text.length }
    if (token.type === 'link_close') {
      const shown = text.slice(link.start)
      if (link.href.replace(/^mailto:/, '') !== shown) text += ` (${link.href})`
    }
  }
  return text
}
