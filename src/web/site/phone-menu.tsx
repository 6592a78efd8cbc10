import { MenuIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { brand } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { NavLink } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Modal } from '../ui/overlays/modal.tsx'
import { LoginLinks, StudentLinks } from './session-links.tsx'

const menuId = 'menu'

const links = [
  { to: pagePaths.about, label: 'About Us' },
  ...categories.map(({ id, labels }) => ({ to: pagePaths.browse(id), label: labels.menu })),
  { to: pagePaths.sell, label: 'Sell' },
]

/** The links of the header as a full-screen menu, for small screens. */
export function PhoneMenu() {
  const { isLoggedIn } = useSession()
  // Of the page that it was opened on: after Back it is closed.
  const { key } = useLocation()
  const [openedOn, setOpenedOn] = useState<string>()
  const open = useCallback(() => setOpenedOn(key), [key])
  const close = () => setOpenedOn(undefined)
  return (
    <div className="site-header-narrow -mr-2.5">
      <Button
        variant="quiet"
        size="icon"
        aria-label="Menu"
        aria-haspopup="dialog"
        popoverTarget={menuId}
        onClick={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <MenuIcon size={24} />
      </Button>
      <Modal
        open={openedOn === key}
        id={menuId}
        onOpen={open}
        onClose={close}
        title={brand}
        variant="fullscreen"
      >
        <nav aria-label="Menu" className="flex h-full flex-col">
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="title-2 block rounded-control py-3 aria-[current]:text-link"
                  onClick={close}
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="mt-auto flex flex-col gap-3 pt-8">
            {isLoggedIn ? (
              <StudentLinks wide onNavigate={close} />
            ) : (
              <LoginLinks variant="secondary" fullWidth onClick={close} />
            )}
          </div>
        </nav>
      </Modal>
    </div>
  )
}
