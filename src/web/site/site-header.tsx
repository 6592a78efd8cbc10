import { CircleUserRoundIcon, MenuIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { brand } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { useSession } from '../accounts/session.tsx'
import { useLogout } from '../accounts/use-logout.ts'
import { Link, NavLink } from '../link.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { Modal } from '../ui/modal.tsx'

export function SiteHeader() {
  return (
    <header className="site-header">
      <div className="page-width flex h-full items-center justify-between gap-4">
        <Link to="/" className="flex items-center gap-2.5 rounded-control py-2">
          <BrandMark />
          <span className="title-3">{brand}</span>
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <LinkButton as={NavLink} to="/about" variant="quiet">
            About Us
          </LinkButton>
          <Menu label="Listings">
            {categories.map(({ id, path, labels }) => (
              <NavLink key={id} to={`/${path}`}>
                {labels.menu}
              </NavLink>
            ))}
          </Menu>
          <SessionLinks />
        </nav>
        <PhoneMenu />
      </div>
    </header>
  )
}

/** Sign Up for visitors; Dashboard, Account and Logout for logged-in users. */
function SessionLinks({ wide, onNavigate }: { wide?: boolean; onNavigate?: () => void }) {
  const { isLoggedIn } = useSession()
  const { logout, isPending } = useLogout(onNavigate)
  if (!isLoggedIn) {
    return (
      <LinkButton
        as={Link}
        to="/register"
        fullWidth={wide}
        onClick={onNavigate}
        className="md:ml-2"
      >
        Sign Up
      </LinkButton>
    )
  }
  return (
    <>
      <LinkButton
        as={NavLink}
        to="/dashboard"
        variant={wide ? 'primary' : 'quiet'}
        fullWidth={wide}
        onClick={onNavigate}
      >
        Dashboard
      </LinkButton>
      {wide ? (
        <LinkButton as={NavLink} to="/account" variant="secondary" fullWidth onClick={onNavigate}>
          Account
        </LinkButton>
      ) : (
        <LinkButton
          as={NavLink}
          to="/account"
          variant="quiet"
          size="icon"
          aria-label="Account"
          title="Account"
        >
          <CircleUserRoundIcon size={22} />
        </LinkButton>
      )}
      <Button
        variant="secondary"
        fullWidth={wide}
        busy={isPending}
        busyLabel="Loading..."
        onClick={() => logout()}
      >
        Logout
      </Button>
    </>
  )
}

const phoneMenuId = 'menu'

/** The same links as a full-screen menu, for small screens. */
function PhoneMenu() {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  const close = () => setOpen(false)
  const linkClass = 'title-2 block rounded-control py-3 aria-[current]:text-link'
  return (
    <div className="md:hidden">
      <Button
        variant="quiet"
        size="icon"
        aria-label="Menu"
        aria-haspopup="dialog"
        popoverTarget={phoneMenuId}
        onClick={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <MenuIcon size={24} />
      </Button>
      <Modal
        open={isOpen}
        id={phoneMenuId}
        onOpen={open}
        onClose={close}
        title={brand}
        variant="fullscreen"
      >
        <nav aria-label="Menu" className="flex h-full flex-col">
          <ul>
            <li>
              <NavLink to="/about" className={linkClass} onClick={close}>
                About Us
              </NavLink>
            </li>
            {categories.map(({ id, path, labels }) => (
              <li key={id}>
                <NavLink to={`/${path}`} className={linkClass} onClick={close}>
                  {labels.menu}
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="mt-auto flex flex-col gap-3 pt-8">
            <SessionLinks wide onNavigate={close} />
          </div>
        </nav>
      </Modal>
    </div>
  )
}
