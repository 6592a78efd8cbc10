import { campus } from '#campus/campus.ts'
import { publicCategories } from '#categories/index.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { SiteNotFound } from '../navigation/site-not-found.tsx'
import { statusData } from '../queries/loaders.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'

export const loader = () => statusData(404)

export function Component() {
  useHead({
    title: `Page not found · ${campus.brand}`,
    description: "We can't find this page.",
  })
  return (
    <div className="page-width grid justify-items-center py-18 text-center">
      <SiteNotFound />
      <h1 className="title-1 mt-8">We can't find this page</h1>
      <p className="mt-4 max-w-[46ch] text-ink-2 text-lg">
        There's nothing here. The listing may be gone, or the link may be incomplete.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <LinkButton as={Link} to="/">
          Back to home
        </LinkButton>
        {publicCategories.map(({ id, path, labels }) => (
          <LinkButton key={id} as={Link} to={`/${path}`} variant="secondary">
            {labels.menu}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}
