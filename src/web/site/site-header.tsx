import { MenuIcon, SearchIcon } from 'lucide-react'
import { memo, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { campus } from '#campus/campus.ts'
import { publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { HeaderSearch } from '../listings/search/search-form.tsx'
import { Link, NavLink } from '../navigation/link.tsx'
import { SiteMark } from '../navigation/site-mark.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { Modal } from '../ui/overlays/modal.tsx'
import { LoginLinks, MessagesLink, SavedLink, StudentLinks } from './session-links.tsx'

/** The header. On phones it has only what visitors and sellers come for; the menu has everything. */
export const SiteHeader = memo(function SiteHeader() {
  const { isLoggedIn } = useSession()
  return (
    <header className="site-header">
      <div className="page-width flex h-full items-center justify-between">
        <Link to="/" className="site-header-home">
          <span className="site-header-mark">
            <SiteMark />
          </span>
          <span className="title-3 site-header-name">{campus.brand}</span>
        </Link>
        <HeaderSearch />
        <div className="flex flex-none items-center">
          <LinkButton
            as={NavLink}
            to={pagePaths.search()}
            variant="quiet"
            size="icon"
            aria-label="Search"
            className="site-header-search-link"
          >
            <SearchIcon size={22} />
          </LinkButton>
          <nav aria-label="Main" className="flex items-center lg:gap-1">
            <LinkButton
              as={NavLink}
              to={pagePaths.about}
              variant="quiet"
              size="small"
              // On a tablet this link does not fit beside the links of students.
              className={`site-header-link ${isLoggedIn ? 'site-header-widest' : 'site-header-wide'}`}
            >
              About Us
            </LinkButton>
            <div className="site-header-wide">
              <Menu label="Listings">
                {publicCategories.map(({ id, labels }) => (
                  <NavLink key={id} to={pagePaths.browse(id)}>
                    {labels.menu}
                  </NavLink>
                ))}
              </Menu>
            </div>
            {isLoggedIn && (
              <LinkButton
                as={NavLink}
                to={pagePaths.dashboard}
                variant="quiet"
                size="small"
                className="site-header-link site-header-wide"
              >
                Dashboard
              </LinkButton>
            )}
            <LinkButton
              as={NavLink}
              to={pagePaths.sell}
              variant={isLoggedIn ? 'primary' : 'quiet'}
              size="small"
              className={`site-header-link ${isLoggedIn ? 'site-header-tabbed' : 'site-header-wide'}`}
            >
              Sell
            </LinkButton>
            {isLoggedIn && (
              <>
                <div className="site-header-tabbed">
                  <MessagesLink />
                </div>
                <div className="site-header-narrow">
                  <SavedLink />
                </div>
              </>
            )}
            {isLoggedIn ? (
              <div className="site-header-wide -mr-4 lg:gap-1">
                <StudentLinks />
              </div>
            ) : (
              <LoginLinks size="small" inHeader />
            )}
          </nav>
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
})

const menuId = 'menu'

const links = [
  // The smallest phones have no room for the icon in the header.
  { to: pagePaths.search(), label: 'Search' },
  { to: pagePaths.about, label: 'About Us' },
  ...publicCategories.map(({ id, labels }) => ({ to: pagePaths.browse(id), label: labels.menu })),
  { to: pagePaths.sell, label: 'Sell' },
]

/** The links of the header as a full-screen menu, for small screens. */
function PhoneMenu() {
  const { isLoggedIn } = useSession()
  // The menu remembers the page it was opened on, so that it is closed after Back.
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
        title={
          // The mark and the name stand where the header has them.
          <span className="-ml-1.5 flex items-center gap-2.5">
            <SiteMark />
            {campus.brand}
          </span>
        }
        variant="fullscreen"
      >
        <Suspense>
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
        </Suspense>
      </Modal>
    </div>
  )
}
