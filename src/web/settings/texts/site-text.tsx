import { type ReactNode, useId } from 'react'
import { pagePaths } from '#contract/paths.ts'
import type { TextName } from '#contract/site-text-rules.ts'
import type { TextCard, TextPart, TextResponse } from '#contract/site-texts.ts'
import { formatShortDate } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { classNames } from '../../ui/class-names.ts'

/** The icons of headings, by the names that they have in braces. Only these names become ids, which links lead to. */
export type TextIcons = Record<string, ReactNode>

const noIcons: TextIcons = {}

/** Returns the icon of a name. Admins type the name, so it may be one that every object has, such as "constructor". */
const iconOf = (icons: TextIcons, anchor: string | null): ReactNode =>
  anchor !== null && Object.hasOwn(icons, anchor) ? icons[anchor] : undefined

/** Shows HTML that the server made from Markdown. It escapes all HTML that is typed in, and checks every link. */
export function TextHtml({ html, className }: { html: string; className?: string }) {
  if (!html) return null
  return (
    <div
      dir="auto"
      className={classNames('grid grid-cols-1 gap-3', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it from Markdown without raw HTML
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** Shows the text of a heading, which may have emphasis and links. */
export function TextTitle({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it from Markdown without raw HTML
  return <span dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}

/** Says when the text was last changed, and leads to what changed. */
export function UpdatedNote({
  name,
  updatedAt,
}: {
  name: TextName
  updatedAt: string | null | undefined
}) {
  const today = useToday()
  if (!updatedAt) return null
  return (
    <p className="mt-3 text-sm">
      <Link to={pagePaths.textChanges(name)} className="link">
        Updated {formatShortDate(updatedAt, today)}
        <span className="sr-only">: see what changed</span>
      </Link>
    </p>
  )
}

/** The head of a page with an edited text: its title, when it was changed, and what comes before the first heading. */
export function TextHeader({
  name,
  title,
  text: { updatedAt, parts },
}: {
  name: TextName
  title: string
  text: TextResponse
}) {
  return (
    <header className="max-w-2xl pt-12 lg:pt-18">
      <h1 className="title-1">{title}</h1>
      <UpdatedNote name={name} updatedAt={updatedAt} />
      <TextHtml html={parts[0]?.html ?? ''} className="mt-6 text-ink-2 text-xl" />
    </header>
  )
}

/** The cards before the first part, then the parts. A narrow box has no room for headings beside their text. */
export function TextParts({
  parts: [lead, ...parts],
  icons = noIcons,
  isNarrow = false,
}: {
  parts: readonly TextPart[]
  icons?: TextIcons
  isNarrow?: boolean
}) {
  return (
    <>
      {lead && lead.cards.length > 0 && (
        <div className="mt-12">
          <Cards cards={lead.cards} icons={icons} headingAs="h2" isNarrow={isNarrow} />
        </div>
      )}
      <div className="mt-12 lg:mt-18">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same title, and none moves
          <Part key={index} part={part} icons={icons} isNarrow={isNarrow} />
        ))}
      </div>
    </>
  )
}

function Part({ part, icons, isNarrow }: { part: TextPart; icons: TextIcons; isNarrow: boolean }) {
  const ownId = useId()
  const icon = iconOf(icons, part.anchor)
  const id = icon && part.anchor ? part.anchor : ownId
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'grid grid-cols-1 gap-4 border-line border-t py-8',
        // The columns are those of the cards.
        !isNarrow && 'lg:grid-cols-3 lg:py-10',
      )}
    >
      <div>
        {icon}
        <h2 id={id} className={classNames('title-3 scroll-mt-6', Boolean(icon) && 'mt-4')}>
          <TextTitle html={part.title ?? ''} />
        </h2>
      </div>
      <PartBody part={part} icons={icons} className={isNarrow ? undefined : 'lg:col-span-2'} />
    </section>
  )
}

/** What stands below the heading of a part: its text, and its cards. */
export function PartBody({
  part,
  icons = noIcons,
  className,
}: {
  part: TextPart
  icons?: TextIcons
  className?: string | undefined
}) {
  return (
    <div className={classNames('grid min-w-0 grid-cols-1 gap-4', className)}>
      <TextHtml html={part.html} className="measure" />
      {part.cards.length > 0 && <Cards cards={part.cards} icons={icons} headingAs="h3" isNarrow />}
    </div>
  )
}

function Cards({
  cards,
  icons,
  headingAs: HeadingTag,
  isNarrow,
}: {
  cards: readonly TextCard[]
  icons: TextIcons
  headingAs: 'h2' | 'h3'
  isNarrow: boolean
}) {
  return (
    <ul className={classNames('grid gap-4', !isNarrow && 'lg:grid-cols-3')}>
      {cards.map(({ anchor, title, html }, index) => {
        const icon = iconOf(icons, anchor)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two cards may have the same title, and none moves
          <li key={index} className="panel min-w-0">
            {icon}
            <HeadingTag className={classNames('title-4', Boolean(icon) && 'mt-4')}>
              <TextTitle html={title} />
            </HeadingTag>
            <TextHtml html={html} className="mt-2 text-ink-2" />
          </li>
        )
      })}
    </ul>
  )
}
