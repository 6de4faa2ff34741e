export default function Page() {
  return <main className="display text-5xl">auth/auth-page</main>
}
