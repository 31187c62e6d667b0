// The program's parts are scripts, which import nothing by themselves: this is how they load a module of a user's.
module.exports = (href) => import(href)
