import type { AnyCategory } from '#categories/index.ts'
import { withFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../../ui/controls/button-class.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { importSearchControl } from '../lazy-student-components.ts'
import { saveSearchHash } from './search-hash.ts'

/**
 * A button that saves the search. For visitors it is a link to the login. Its code loads only for students; a press before
 * it has loaded counts.
 */
export function SaveSearch({
  category,
  filters,
  label = 'Save this search',
  variant = 'secondary',
}: {
  category: AnyCategory
  filters: URLSearchParams
  label?: string | undefined
  variant?: ButtonStyleProps['variant']
}) {
  const { isLoggedIn } = useSession()
  const {
    Part: Control,
    press,
    isPressed,
  } = useLazyPart(importSearchControl, { isNeeded: isLoggedIn })
  const size = variant === 'primary' ? undefined : 'small'
  const style = { variant, size, children: label } as const
  const path = pagePaths.browse(category.id, withFilters(filters, {}))
  if (!isLoggedIn) {
    return <LinkButton as={Link} {...style} to={pagePaths.login(path + saveSearchHash)} />
  }
  return Control ? (
    <Control {...style} category={category} filters={filters} isPressed={isPressed} />
  ) : (
    <Button {...style} busy={isPressed} onClick={press} />
  )
}
