import type { Ref } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'

/** The id of the heading above similar listings, and of its placeholder. */
export const similarListingsId = 'similar'

/**
 * A placeholder as high as the screen and, on phones, as two rows of cards. It is not a scroll anchor, so that the rows move
 * neither the text above nor the footer.
 */
export function MoreListingsPlaceholder(props: {
  category: AnyCategory
  /** Whether the rows could not be loaded. */
  isEmpty?: boolean
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div ref={props.ref} className="[overflow-anchor:none] print:hidden">
      <BrowseLink category={props.category} />
      {!props.isEmpty && (
        <div data-needs-script className="min-h-[max(100svh,68rem)] lg:min-h-svh" />
      )}
    </div>
  )
}

/** A link to the whole category, while there are no similar listings. */
export function BrowseLink({ category }: { category: AnyCategory }) {
  return (
    <p id={similarListingsId} className="mt-12 scroll-mt-6 lg:mt-18 print:hidden">
      <Link to={pagePaths.browse(category.id)} className="link py-1 font-semibold">
        More {category.labels.plural}
      </Link>
    </p>
  )
}
