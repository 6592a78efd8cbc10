import { ArrowLeftIcon } from 'lucide-react'
import { useLocation } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { isBackState } from '../../navigation/back-state.ts'
import { Link } from '../../navigation/link.tsx'
import { useGoBack } from '../../navigation/use-go-back.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'

/** From a thread, where the list is not beside it. */
export function BackToList() {
  const { state } = useLocation()
  const isFromList = isBackState(state) && state.listUrl === pagePaths.messages
  return (
    <LinkButton
      as={Link}
      variant="quiet"
      size="icon"
      to={pagePaths.messages}
      onClick={useGoBack(isFromList ? state.steps : undefined)}
      aria-label="All messages"
      className="panes:hidden"
    >
      <ArrowLeftIcon size={20} />
    </LinkButton>
  )
}
