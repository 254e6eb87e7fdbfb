import type { MetaFunction } from '@remix-run/node';
import { ArrowUpRight } from '~/components/ui/late-icons.tsx';
import { ClosingCall } from '~/components/site/closing-call.tsx';
import { PageHeader } from '~/components/site/page-header.tsx';
import { Portrait } from '~/components/site/portrait.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { brand } from '~/content/brand.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';
import { team, type TeamMember } from '~/content/team.ts';

export default function TeamsRoute() {
  return (
    <>
      <PageHeader
        title="Our Team"
        lead={`Nine people, mostly in ${brand.support.city}, who like it when things get smaller.`}
      >
        <p className="mt-4 text-sm text-quiet">
          Sample people with drawn portraits, until real ones take their place.
        </p>
      </PageHeader>
      <ul className="page grid gap-x-12 gap-y-10 pb-20 sm:grid-cols-2 lg:grid-cols-3">
        {team.map((member) => (
          <MemberCard key={member.name} member={member} />
        ))}
      </ul>
      <ClosingCall
        title="Something on your mind?"
        lead={`Abena reads every message and answers ${brand.support.emailReply}.`}
      >
        <ButtonLink href="/contact" variant="outline">
          Contact us
        </ButtonLink>
      </ClosingCall>
    </>
  );
}

function MemberCard({ member }: { readonly member: TeamMember }) {
  return (
    <li className="border-t border-hairline pt-6">
      <div className="flex items-center gap-5">
        <Portrait name={member.name} picture={member.image} sizePx={96} shape="square" />
        <div className="min-w-0">
          <h2 className="text-xl">{member.name}</h2>
          <p className="text-sm font-medium text-quiet">{member.role}</p>
          <a
            href={member.linkedin}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1 text-sm font-medium text-primary underline-offset-4 hover:underline"
          >
            LinkedIn
            <ArrowUpRight aria-hidden className="size-4" />
            <span className="sr-only"> profile of {member.name} (opens in a new tab)</span>
          </a>
        </div>
      </div>
      <p className="mt-4">{member.bio}</p>
    </li>
  );
}

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Our Team',
      description: `Meet the nine people behind ${brand.name}: compression, documents, design, support and the rest.`,
      path: '/teams',
      jsonLd: (origin) => [breadcrumb(origin, [{ name: 'Our Team', path: '/teams' }])],
    },
    args,
  );
