"""Profile-likelihood intervals and standard errors by scipy, for comparison: every inner maximum by several
Nelder-Mead and L-BFGS-B runs, the ends by brentq. Levels, n and k are simulated once."""
import itertools, json, math, numpy as np
from scipy import optimize, stats, special
rng=np.random.default_rng(20261121)
F={'normal':stats.norm.cdf,'logistic':special.expit,'gumbel':lambda u:-np.expm1(-10**np.clip(u,-300,2.7)),
 'weibull':lambda u:-np.expm1(-np.exp(np.clip(u,-700,6.5))),'reversed-gumbel':lambda u:np.exp(-10**np.clip(-u,-300,2.7)),'sech':lambda u:2/np.pi*np.arctan(np.exp(np.clip(np.pi*u/2,-700,700)))}
Q={'normal':stats.norm.ppf,'logistic':special.logit,'gumbel':lambda p:np.log10(-np.log1p(-p)),'weibull':lambda p:np.log(-np.log1p(-p)),
 'reversed-gumbel':lambda p:-np.log10(-np.log(p)),'sech':lambda p:np.log(np.tan(p*np.pi/2))/(np.pi/2)}
out=[]
def case(name,fn,reading,x,n,true,guess,lapse,log=None,at=None):
  c=Q[fn](.5); wq=Q[fn](.95)-c; wl=Q[fn](.05)-c
  g=(lambda v:np.log10(v)) if log=='log10' else (lambda v:np.log(v)) if fn=='weibull' else (lambda v:v)
  ginv=(lambda v:10**v) if log=='log10' else math.exp if fn=='weibull' else (lambda v:v)
  z=g(np.array(x,float)); n=np.array(n)
  def unpack(p):
    t,ls=p[0],p[1]; i=2
    if guess=='free': gm=p[i]; i+=1
    lm=p[i] if lapse=='free' else lapse
    if guess=='lapse': gm=lm
    elif guess!='free': gm=guess
    return t,math.exp(ls),gm,lm
  def psi(p,zz): t,s,gm,lm=unpack(p); return gm+(1-gm-lm)*F[fn]((zz-t)/s+c)
  t0=[true[0],math.log(true[1])]+([true[2]] if guess=='free' else [])+([true[3]] if lapse=='free' else [])
  k=rng.binomial(n,np.clip(psi(t0,z),0,1))
  bounds=[(z[0]-(z[-1]-z[0]),z[-1]+(z[-1]-z[0])),(-20,20)]+([(0,.25)] if guess=='free' else [])+([(0,.1)] if lapse=='free' else [])
  if reading=='direction' and at: L=max(abs(z)); bounds[0]=(-2*L,2*L)
  def nll(p):
    for v,(a,b) in zip(p,bounds):
      if not a<=v<=b: return 1e10
    q=psi(p,z); q=np.clip(q,1e-300,1); r=np.clip(1-q,1e-16,1)
    return -float(np.sum(special.xlogy(k,q)+special.xlogy(n-k,r)))
  def best(f,starts,m):
    b=None
    for st in starts:
      p=np.array(st)
      for _ in range(4):
        r=optimize.minimize(f,p,method='Nelder-Mead',options=dict(xatol=1e-10,fatol=1e-12,maxiter=6000,maxfev=6000)); p=r.x
      if b is None or r.fun<b.fun: b=r
    return b
  starts=[t0,[z[3],-3.]+[.05]*(len(t0)-2),[z.mean(),math.log((z[-1]-z[0])/4)]+[.01]*(len(t0)-2)]
  fit=best(nll,starts,len(t0))
  def twosided(t,s,gm,lm):
    h=1-gm-lm
    return optimize.brentq(lambda L:gm+h*F[fn]((L-t)/s+c)+1-gm-h*F[fn]((-L-t)/s+c)-2*at,0,1000,xtol=1e-13)
  def thr(p):
    t,s,gm,lm=unpack(p)
    if reading=='direction' and at: return twosided(t,s,gm,lm)
    if at: return ginv(t+s*(Q[fn]((at-gm)/(1-gm-lm))-c))
    return ginv(t)
  def width(p):
    t,s,gm,lm=unpack(p)
    return s*(wq-wl) if fn!='weibull' else math.exp(t+s*wq)-math.exp(t+s*wl)
  res={}
  for qn,q in (('threshold',thr),('width',width)):
    v0=q(fit.x)
    # the profile: for a value v, one parameter is solved for; free ones searched
    def prof(v,p0):
      def full(rest):
        # rest: all but the dependent: for threshold the place (or ln s two-sided), for width ln s (or t for weibull)
        p=np.empty(len(t0))
        if qn=='threshold' and not (reading=='direction' and at):
          p[1:]=rest; p[0]=0; t,s,gm,lm=unpack(p)
          d=0 if at is None else (Q[fn]((at-gm)/(1-gm-lm))-c)
          p[0]=g(v)-s*d
        elif qn=='threshold':
          p[0]=rest[0]; p[2:]=rest[1:]; p[1]=0; _,_,gm,lm=unpack(p); h=1-gm-lm; t=p[0]
          G=lambda ls:h*(F[fn]((v-t)/math.exp(ls)+c)-F[fn]((-v-t)/math.exp(ls)+c))-(2*at-1)
          hi=math.log(v)+6; lo=hi
          while G(lo)<0:
            lo-=.25
            if lo<-10: return None
          p[1]=optimize.brentq(G,lo,lo+.25,xtol=1e-13) if G(lo+.25)<0 else lo
        elif fn=='weibull':
          p[1:]=rest; s=math.exp(p[1]); p[0]=math.log(v/(math.exp(s*wq)-math.exp(s*wl)))
        else:
          p[0]=rest[0]; p[2:]=rest[1:]; p[1]=math.log(v/(wq-wl))
        return p
      def f(rest):
        p=full(rest); return 1e10 if p is None else nll(p)
      drop=0 if (qn=='threshold' and not (reading=='direction' and at)) or (qn=='width' and fn=='weibull') else 1
      ss=[np.delete(p0,drop),np.delete(fit.x,drop)]
      # several inner maxima: places across the levels, asymptotes low and high
      cand=[]
      for tt in np.linspace(z[0],z[-1],25):
        for ls in (np.linspace(-4,1,6)+math.log((z[-1]-z[0])/2) if drop==0 else [0]):
          for a in itertools.product(*[(lo+1e-4,(lo+hi)/2,hi-1e-4) for lo,hi in bounds[2:]]):
            r=np.delete(np.array([tt,ls,*a]),drop); cand.append((f(r),tuple(r)))
      cand.sort(); ss+=[np.array(c[1]) for c in cand[:3]]
      b=best(f,ss,0); return b.fun,full(b.x)
    crit=fit.fun+stats.chi2.ppf(.95,1)/2
    ends=[]
    for side in (-1,1):
      p0=fit.x.copy(); a=v0; step=.08*(abs(v0) if qn=='width' or at else width(fit.x))
      done=None
      for _ in range(40):
        b=a+side*step; step*=1.3
        if qn=='width' and b<=0: b=a/2
        fb,pp=prof(b,p0)
        if pp is not None: p0=pp
        if fb>crit:
          done=optimize.brentq(lambda v:prof(v,p0)[0]-crit,min(a,b),max(a,b),xtol=1e-9*abs(v0)); break
        a=b
      ends.append(done)
    res[qn]=dict(value=v0,low=ends[0],high=ends[1])
  out.append(dict(name=name,function=fn,reading=reading,x=[float(v) for v in x],n=[int(v) for v in n],k=[int(v) for v in k],guess=guess,lapse=lapse,log=log=='log10',at=at,loglik=-fit.fun,**res)); print(name,-fit.fun,res,fit.x)
lv=[1.7,2.9,4.2,6.1,8.3,11.9,16.4,22.0]
case('normal 2afc','normal','accuracy',lv,[40]*8,[7,4,0,.02],.5,'free')
case('logistic at 0.8','logistic','accuracy',lv,[40]*8,[7,2.2,0,.02],.5,'free',at=.8)
case('gumbel yes/no','gumbel','accuracy',lv,[60]*8,[8,9,.08,.03],'free','free')
case('weibull 3afc','weibull','accuracy',lv,[40]*8,[math.log(7),.4,0,.0],1/3,0.02)
case('weibull at 0.79','weibull','accuracy',lv,[50]*8,[math.log(7),.5,0,.02],.5,'free',at=.79)
case('sech log10','sech','accuracy',lv,[40]*8,[math.log10(6),.2,0,.02],.5,'free',log='log10')
case('reversed-gumbel','reversed-gumbel','accuracy',lv,[50]*8,[7,6,0,.0],.25,0)
d=[-41,-18,-9.9,-4.4,-2.4,2.4,4.4,9.9,18,41]
case('direction','normal','direction',d,[24]*10,[2.5,8,0,.02],'lapse','free')
case('direction at 0.75','normal','direction',d,[24]*10,[2.5,8,0,.01],'lapse',.01,at=.75)
case('direction at 0.7, free','logistic','direction',d,[30]*10,[-3,4,0,.03],'lapse','free',at=.7)
case('direction untied at 0.8','gumbel','direction',d,[40]*10,[-1,14,.03,.03],.02,'free',at=.8)
# An end at a width of 0 is none.
for c in out:
  for q in ('threshold','width'):
    for e in ('low','high'):
      if c[q][e] is not None and c[q][e]<1e-6: c[q][e]=None
json.dump(dict(cases=out),open('profiles.json','w'),indent=1)
