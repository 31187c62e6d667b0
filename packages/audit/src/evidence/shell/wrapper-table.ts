/** The commands that only run another command, and how their own arguments are skipped. A table only. */

/** `program and subcommands | options that take a value | arguments to skip | kind of rest`. */
export const wrapperTable: string = `
sudo | -u -g -p -C -h -r -t -U --user --group
doas | -u -C
time | -f -o
timeout | -k -s --kill-after --signal | 1
gtimeout | -k -s --kill-after --signal | 1
nice | -n --adjustment
ionice | -c -n -p
nohup
setsid
stdbuf | -i -o -e
command
builtin
exec | -a
env | -u -C -S --unset --chdir
cross-env
cross-env-shell
env-cmd | -f -e
dotenv | -e -c -v -f
dotenvx run | -f -e --env-file
direnv exec | | 1
xargs | -n -I -P -L -d -E -s -a --max-args --max-procs --delimiter --replace
parallel | -j -I -N --jobs
watch | -n --interval
flock | -w -E | 1
strace | -e -o -p -s
ltrace | -e -o
valgrind
perf stat | -e -o -r
xvfb-run | -s -n -e -f
caffeinate | -t -w
unbuffer
chronic
systemd-run | -p -u --unit
arch
rtk
entr
watchexec | -w -e -i -f
proxychains
proxychains4
torsocks
flatpak-spawn
firejail
chroot | | 1
screen | -S -dmS -c
xcrun | -sdk --sdk
git bisect run
limactl shell | | 1
lxc exec | | --
incus exec | | --
distrobox enter | -n --name | --
toolbox run | -c
busybox
npx | -p -w --package --workspace --cache --prefix | 0 | package
npm exec | -p -w --package --workspace --prefix | 0 | package
npm x | -p -w --package --workspace --prefix | 0 | package
pnpm exec | --filter -F -C --dir | 0 | package
pnpm dlx | --package --filter -F -C --dir | 0 | package
pnpx | --package | 0 | package
yarn exec | --cwd | 0 | package
yarn dlx | -p --package --cwd | 0 | package
yarn node | | 0 | python
bunx | -p --package | 0 | package
bun x | -p --package | 0 | package
corepack
volta run | --node --npm --yarn
fnm exec | --using
nvm exec | | 1
bundle exec
rbenv exec
pyenv exec
asdf exec
uv run | --with --python -p --extra --group --project --directory --env-file --with-requirements --package --index | 0 | python
uvx | --from --with --python -p | 0 | package
uv tool run | --from --with --python -p | 0 | package
pipx run | --spec --python | 0 | package
poetry run | -C --directory -P --project | 0 | python
pipenv run | | 0 | python
conda run | -n -p --name --prefix
micromamba run | -n -p
mise exec | -C --cd | --
mise x | -C --cd | --
rye run
nyc | --reporter --report-dir --temp-dir
c8 | --reporter --reports-dir -r -o
coverage run | --source --omit --include --rcfile -p | 0 | python
op run | --env-file | --
doppler run | -p -c --project --config | --
infisical run | --env --path | --
aws-vault exec | | --
chamber exec | | --
docker exec | -u -w -e --user --workdir --env --env-file | 1
podman exec | -u -w -e --user --workdir --env | 1
nerdctl exec | -u -w -e | 1
docker compose exec | -u -w -e --user --workdir --env --index -f --file -p --project-name --env-file --profile | 1
docker compose run | -u -w -e -v -p --user --workdir --env --name --entrypoint -f --file --project-name --env-file --profile | 1
docker-compose exec | -u -w -e --user --workdir --env --index -f --file -p --project-name | 1
docker-compose run | -u -w -e -v -p --user --workdir --env --name --entrypoint -f --file --project-name | 1
podman compose exec | -u -w -e | 1
docker run | -u -w -e -v -p -m -l --user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform --cpus --memory --add-host --label --restart --hostname --gpus | 1
podman run | -u -w -e -v -p --user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform | 1
docker container exec | -u -w -e | 1
kubectl exec | -n -c --namespace --container --context -i | --
oc exec | -n -c --namespace --container | --
devcontainer exec | --workspace-folder --config --container-id
vagrant ssh | -c
ddev exec | -s
multipass exec | | --
heroku run | -a --app
wsl | -d -u --distribution --user
ssh | -i -p -l -o -F -J -L -R -D -b -c -E -W | 1 | script
eval | | 0 | script
nix develop | | -c
nix shell | | -c
nix-shell | -p -A -I | -c
`
