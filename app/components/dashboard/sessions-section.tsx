import { useMutation } from '@tanstack/react-query';
import { notify } from '~/components/ui/notify.ts';
import { everythingForgotten } from '~/compressor/kept/forget-files.ts';
import { accountCall } from '~/session/account-call.ts';
import { goToLogin } from '~/session/go-to-login.ts';
import { notifyOnNextPage } from '~/session/next-page-notice.ts';
import { signOut } from '~/session/session.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { Section } from './section.tsx';

/** Ending every session, this one as well. */
export function SessionsSection({ token }: { readonly token: string }) {
  const end = useMutation({
    mutationFn: () => accountCall<undefined>(token, 'DELETE', '/api/sessions'),
    onSuccess: () => {
      notifyOnNextPage({ title: 'Signed out everywhere', tone: 'success' });
      signOut();
      void everythingForgotten().then(() => goToLogin('replace'));
    },
    onError: ({ message }) => notify({ title: 'Not signed out', description: message, tone: 'destructive' }),
  });
  return (
    <Section
      heading="Sessions"
      lead="Signs you out of all devices, including this one. API keys keep working until you revoke them."
    >
      <ConfirmButton
        label="Sign out everywhere"
        confirmation="Yes, sign out everywhere"
        isBusy={end.isPending}
        onConfirm={() => end.mutate()}
      />
    </Section>
  );
}
