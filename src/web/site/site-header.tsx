import { brand } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link, NavLink } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import { classNames } from '../ui/class-names.ts'
import { BrandMark } from '../ui/content/brand-mark.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { LoginLinks, MessagesLink, StudentLinks } from './session-links.tsx'

/** On phones it has what a visitor or seller comes for, and the menu has it all. */
export function SiteHeader() {
  const { isLoggedIn } = useSession()
  return (
    <header className="site-header">
      <div className="page-width flex h-full items-center justify-between">
        <Link to="/" className="flex items-center gap-2.5 rounded-control py-2">
          <BrandMark />
          <span className={classNames('title-3 site-header-name', !isLoggedIn && 'max-xs:sr-only')}>
            {brand}
          </span>
        </Link>
        <div className="flex items-center">
          <nav aria-label="Main" className="flex items-center lg:gap-1">
            <LinkButton
              as={NavLink}
              to={pagePaths.about}
              variant="quiet"
              size="small"
              // A tablet has no room for it beside the links of students.
              className={`site-header-link ${isLoggedIn ? 'site-header-widest' : 'site-header-wide'}`}
            >
              About Us
            </LinkButton>
            <div className="site-header-wide">
              <Menu label="Listings">
                {categories.map(({ id, labels }) => (
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
              className="site-header-link"
            >
              Sell
            </LinkButton>
            {isLoggedIn && <MessagesLink />}
            {isLoggedIn ? (
              <div className="site-header-wide -mr-4 lg:gap-1">
                <StudentLinks />
              </div>
            ) : (
              <LoginLinks size="small" className="site-header-link" />
            )}
          </nav>
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}
