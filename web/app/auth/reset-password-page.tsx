export default function Page() {
  return <main className="display text-5xl">auth/reset-password-page</main>
}
